import Synchronization

/// A body on its way from the library's thread to the handler that reads it.
///
/// Holds at most `capacity` bytes: when the handler is slower than the client, the connection is
/// suspended until they are read. Its memory is taken from the budget as a whole.
final class BodyUpload: Sendable {
    /// What a body ends with.
    private enum Ending {
        case whole
        case failed(HTTPFault)
    }

    private struct State {
        var buffer: [UInt8] = []
        var received = 0
        var ending: Ending?
        var suspended: SuspendedConnection?
        /// Whether the client waits for 100 Continue, which the first read gives.
        var isHeldBack = false
        var reader: CheckedContinuation<Void, Never>?
        /// The time in which the client has to send the next `capacity` bytes, and those it sent.
        var window = (since: ContinuousClock.now, bytes: 0)
    }

    /// The most bytes received and not read.
    static let capacity = 64 * 1024

    /// The bytes of the budget that a streamed body takes: what is received, the piece being read,
    /// what it inflates to, and zlib's tables and window.
    static let memory = 256 * 1024

    private let limit: Int
    private let budget: ByteBudget
    private let gate: Gate
    private let started = ContinuousClock.now
    private let state = Mutex(State())

    /// Prepares to receive a body.
    ///
    /// - Throws: `bodyTooLarge` when it is announced to be larger than the limit, `overloaded`
    ///   when all bodies together are too large.
    init(framing: MessageFraming, limit: Int, budget: ByteBudget, gate: Gate) throws(HTTPFault) {
        guard (framing.contentLength ?? 0) <= limit else { throw .bodyTooLarge(limit: limit) }
        guard budget.take(BodyUpload.memory) else { throw .overloaded }
        self.limit = limit
        self.budget = budget
        self.gate = gate
    }

    deinit {
        budget.putBack(BodyUpload.memory)
    }

    /// Whether the connection waits for the handler.
    var isSuspended: Bool { state.withLock { $0.suspended != nil } }
}

/// What the library's thread does.
extension BodyUpload {
    /// Takes in what fits of a piece and suspends the connection if that is not all.
    ///
    /// - Returns: The bytes taken, whether to be read or, once the body has failed, thrown away.
    func offer(_ piece: UnsafeRawBufferPointer, _ connection: OpaquePointer) -> Int {
        let (taken, reader) = state.withLock { state in
            let taken = accept(piece, connection, &state)
            let isAwaited = !state.buffer.isEmpty || state.ending != nil
            return (taken, isAwaited ? state.reader.take() : nil)
        }
        reader?.resume()
        return taken
    }

    /// Suspends a connection whose client waits to be told to send its body.
    func holdBack(_ connection: OpaquePointer) {
        state.withLock { state in
            // The handler may be reading already, or the server be about to end.
            guard state.reader == nil, state.ending == nil, !gate.isClosed else { return }
            state.isHeldBack = true
            state.suspended = SuspendedConnection(suspending: connection)
        }
    }

    /// Whether the library's call means that the held back client may go on; true once.
    func takeGoAhead() -> Bool {
        state.withLock { state in
            defer { state.isHeldBack = false }
            return state.isHeldBack
        }
    }

    private func accept(
        _ piece: UnsafeRawBufferPointer,
        _ connection: OpaquePointer,
        _ state: inout State
    ) -> Int {
        // The library may offer one more piece although the connection was just suspended.
        guard state.suspended == nil else { return 0 }
        guard state.ending == nil else { return piece.count }
        guard piece.count <= limit - state.received else {
            return end(&state, .bodyTooLarge(limit: limit), dropping: piece)
        }
        let taken = min(piece.count, BodyUpload.capacity - state.buffer.count)
        state.buffer += piece[..<taken]
        state.received += taken
        state.window.bytes += taken
        if state.window.bytes >= BodyUpload.capacity { state.window = (.now, 0) }
        guard taken < piece.count else { return taken }
        // A server about to end resumes what it finds; after that nothing may be suspended.
        guard !gate.isClosed else { return end(&state, .draining, dropping: piece) }
        state.suspended = SuspendedConnection(suspending: connection)
        return taken
    }

    private func end(
        _ state: inout State,
        _ fault: HTTPFault,
        dropping piece: UnsafeRawBufferPointer
    ) -> Int {
        state.ending = .failed(fault)
        return piece.count
    }
}

/// What ends a body.
extension BodyUpload {
    /// Notes that the body has arrived whole.
    func finish() {
        end(.whole)
    }

    /// Lets the reader meet a fault once it has read what came before it.
    ///
    /// What still arrives is thrown away. No effect on a body that has ended.
    func fail(_ fault: HTTPFault) {
        end(.failed(fault))
    }

    /// Whether the client took too long for its body.
    func isLate(at now: ContinuousClock.Instant, limits: SweepLimits) -> Bool {
        state.withLock { state in
            guard state.ending == nil else { return false }
            if started.duration(to: now) > limits.bodyStreamDeadline { return true }
            return state.suspended == nil
                && state.window.since.duration(to: now) > limits.requestDeadline
        }
    }

    private func end(_ ending: Ending) {
        let reader = state.withLock { state in
            if state.ending == nil { state.ending = ending }
            resumeConnection(&state)
            return state.reader.take()
        }
        reader?.resume()
    }

    private func resumeConnection(_ state: inout State) {
        guard let suspended = state.suspended.take() else { return }
        state.window = (.now, 0)
        suspended.resume()
    }
}

/// What the handler's task does.
extension BodyUpload {
    private enum Step {
        case piece([UInt8]), end, fault(HTTPFault), wait
    }

    /// Waits for bytes and takes all that are there; nil at the end.
    ///
    /// - Throws: What the body failed with; `CancellationError`.
    func next() async throws -> [UInt8]? {
        while true {
            switch take() {
            case .piece(let piece): return piece
            case .end: return nil
            case .fault(let fault): throw fault
            case .wait: try await waitForBytes()
            }
        }
    }

    private func take() -> Step {
        state.withLock { state in
            let piece = state.buffer
            state.buffer = []
            if state.ending == nil { resumeConnection(&state) }
            if !piece.isEmpty { return .piece(piece) }
            return switch state.ending {
            case .whole: .end
            case .failed(let fault): .fault(fault)
            case nil: .wait
            }
        }
    }

    private func waitForBytes() async throws {
        try Task.checkCancellation()
        await withTaskCancellationHandler {
            await withCheckedContinuation { park($0) }
        } onCancel: {
            wake()
        }
    }

    private func park(_ continuation: CheckedContinuation<Void, Never>) {
        let isReady = state.withLock { state in
            precondition(state.reader == nil, "A body is read by one task at a time.")
            let isReady = !state.buffer.isEmpty || state.ending != nil
            if !isReady { state.reader = continuation }
            // A connection that was held back after `take` found nothing to resume.
            if !isReady { resumeConnection(&state) }
            return isReady
        }
        if isReady { continuation.resume() }
        // A task cancelled before it was parked had nobody to wake.
        if Task.isCancelled { wake() }
    }

    private func wake() {
        state.withLock { $0.reader.take() }?.resume()
    }
}
