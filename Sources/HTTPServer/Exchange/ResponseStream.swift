import CMicrohttpd
import Synchronization

/// A streamed body on its way from its producer to the library's thread.
///
/// Holds at most `capacity` bytes: a producer that is faster than the client waits until half of
/// them are taken. While there is nothing to send the connection is suspended, so that an idle
/// stream costs no thread.
final class ResponseStream: Sendable {
    private enum Ending {
        case whole
        case broken(HTTPStreamError)
    }

    private struct State {
        var buffer: [UInt8] = []
        /// How much of the buffer the library has taken.
        var start = 0
        var ending: Ending?
        var connection: LibraryConnection?
        var suspended: SuspendedConnection?
        var writers: [CheckedContinuation<Void, Never>] = []
        var bytesTaken = 0
        /// When there was last nothing to send, or something taken.
        var progress = ContinuousClock.now

        var count: Int { buffer.count - start }
    }

    /// The most bytes written and not taken.
    static let capacity = 64 * 1024

    private let gate: Gate
    private let state = Mutex(State())

    /// Makes a stream with nothing in it.
    init(gate: Gate) {
        self.gate = gate
    }

    /// The bytes the library has taken to be sent.
    var bytesTaken: Int { state.withLock { $0.bytesTaken } }

    /// Whether the client has taken nothing for too long of what is there for it.
    func isStalled(at now: ContinuousClock.Instant, limit: Duration) -> Bool {
        state.withLock { $0.count > 0 && $0.progress.duration(to: now) > limit }
    }
}

/// What the producer does.
extension ResponseStream {
    /// Puts bytes in, waiting for room as often as needed.
    ///
    /// - Throws: Why the stream was broken off.
    func write(_ bytes: [UInt8]) async throws(HTTPStreamError) {
        var rest = bytes[...]
        while true {
            try append(&rest)
            if rest.isEmpty { return }
            await withCheckedContinuation { waitForRoom($0) }
        }
    }

    /// Notes that the producer is done; what it wrote is still sent.
    func finish() {
        end(.whole)
    }

    private func append(_ rest: inout ArraySlice<UInt8>) throws(HTTPStreamError) {
        try state.withLock { state throws(HTTPStreamError) in
            switch state.ending {
            case .broken(let error): throw error
            case .whole: throw .ended
            case nil: break
            }
            if state.count == 0 { state.progress = .now }
            let room = ResponseStream.capacity - state.count
            // What is not long waits until it fits as a whole, so that it stays together.
            if rest.count > room && rest.count <= ResponseStream.capacity / 2 { return }
            let piece = rest.prefix(room)
            state.buffer += piece
            rest = rest.dropFirst(piece.count)
            if state.count > 0 { state.suspended.take()?.resume() }
        }
    }

    private func waitForRoom(_ writer: CheckedContinuation<Void, Never>) {
        let isThere = state.withLock { state in
            let isThere = state.ending != nil || state.count <= ResponseStream.capacity / 2
            if !isThere { state.writers.append(writer) }
            return isThere
        }
        if isThere { writer.resume() }
    }
}

/// What the library's thread does, and whoever ends a stream.
extension ResponseStream {
    /// Notes the connection that the stream is sent over.
    func attach(to connection: OpaquePointer) {
        state.withLock { $0.connection = LibraryConnection(connection) }
    }

    /// Breaks the stream off: nothing is sent any more and the connection ends.
    ///
    /// No effect on a stream that is broken off already.
    func cut(_ error: HTTPStreamError) {
        end(.broken(error))
    }

    /// Moves bytes to the library; suspends the connection when there are none yet.
    ///
    /// - Returns: The number of bytes, or one of the library's special values.
    func take(_ room: UnsafeMutableRawBufferPointer) -> Int {
        let (count, writers) = state.withLock { state in
            let count = move(&state, to: room)
            let hasRoom = state.count <= ResponseStream.capacity / 2
            defer { if hasRoom { state.writers = [] } }
            return (count, hasRoom ? state.writers : [])
        }
        for writer in writers { writer.resume() }
        return count
    }

    private func move(_ state: inout State, to room: UnsafeMutableRawBufferPointer) -> Int {
        if case .broken = state.ending { return http_stream_broken() }
        guard state.count > 0 else {
            if state.ending != nil { return http_stream_end() }
            // A server about to end resumes what it finds; after that nothing may be suspended.
            guard !gate.isClosed, let connection = state.connection else {
                return http_stream_broken()
            }
            state.suspended = connection.suspend()
            return 0
        }
        let piece = state.buffer[state.start...].prefix(room.count)
        room.copyBytes(from: piece)
        state.start += piece.count
        state.bytesTaken += piece.count
        state.progress = .now
        if state.count == 0 {
            // An idle stream holds no memory for what it sent last.
            state.buffer = []
            state.start = 0
        } else if state.start >= ResponseStream.capacity {
            state.buffer.removeFirst(state.start)
            state.start = 0
        }
        return piece.count
    }

    private func end(_ ending: Ending) {
        let writers = state.withLock { state in
            switch (state.ending, ending) {
            case (.broken, _), (.whole, .whole): break
            default: state.ending = ending
            }
            state.suspended.take()?.resume()
            defer { state.writers = [] }
            return state.writers
        }
        for writer in writers { writer.resume() }
    }
}

/// Fetches the next bytes of a streamed answer; `context` is a retained `ResponseStream`.
func readStream(
    context: UnsafeMutableRawPointer?,
    position: UInt64,
    room: UnsafeMutablePointer<CChar>?,
    size: Int
) -> Int {
    guard let context, let room else { return http_stream_broken() }
    return Unmanaged<ResponseStream>.fromOpaque(context).takeUnretainedValue()
        .take(UnsafeMutableRawBufferPointer(start: room, count: size))
}

/// Lets go of the stream behind `context`.
func releaseStream(context: UnsafeMutableRawPointer?) {
    context.map { Unmanaged<ResponseStream>.fromOpaque($0).release() }
}
