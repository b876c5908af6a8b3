#if !canImport(HealthKit)
import Dispatch
import HTTPClient
import HealthModel
import HealthOutbox

/// What was saved while the server was away, on its way there.
///
/// The queue is on disk, so a batch is sent by this process or by the next one that has the
/// directory. There is one value for each directory in a process.
actor Outgoing {
    /// The directory.
    nonisolated let directory: String
    /// Whether it leads to a server with a token.
    nonisolated let leadsTo: @Sendable (RemoteHealthConfiguration) -> Bool
    private let destination: OutboxDestination
    private let clock: RetryClock

    private var outbox: HealthOutbox?
    private var opening: Task<HealthOutbox, any Error>?
    private var pass: Task<DrainResult, Never>?
    private var background: Task<Void, Never>?
    /// How often something was appended: what a pass saw the end of may have grown since.
    private var appends = 0

    /// Makes the way from a directory to a server; nothing is opened yet.
    init(
        directory: String,
        _ configuration: RemoteHealthConfiguration,
        _ http: AsyncHTTPClient
    ) {
        self.directory = directory
        let (server, token) = (configuration.server, configuration.token)
        leadsTo = { $0.server == server && $0.token == token }
        destination = OutboxDestination(user: HealthServer.user, client: http)
        clock = configuration.clock
    }

    /// How many batches the server has not answered.
    ///
    /// - Throws: `HKError` where the directory cannot be used.
    var waitingBatches: Int {
        get async throws { try await open().waitingBatches }
    }

    /// Puts samples at the end of the queue; on disk when the call returns.
    ///
    /// - Throws: `HKError`; then none of them is queued.
    func append(samples drafts: [SampleDraft]) async throws {
        let outbox = try await open()
        do {
            try await outbox.append(samples: drafts)
        } catch {
            throw HKError(error)
        }
        hasAppended()
    }

    /// Puts deletions at the end of the queue; on disk when the call returns.
    ///
    /// - Throws: `HKError`; then none of them is queued.
    func append(deletions identifiers: [SampleID]) async throws {
        let outbox = try await open()
        do {
            try await outbox.append(deletions: identifiers)
        } catch {
            throw HKError(error)
        }
        hasAppended()
    }

    private func hasAppended() {
        appends += 1
        sendInBackground()
    }

    /// Sends what an earlier process left.
    func sendLeftovers() async {
        // Where the directory cannot be used, the next save says so.
        guard let waiting = try? await waitingBatches, waiting > 0 else { return }
        sendInBackground()
    }

    /// Waits until everything is sent.
    ///
    /// - Throws: `HKError` with `errorDatabaseInaccessible` where the server does not answer for
    ///   about a minute; other codes where it takes nothing. What was not sent stays queued.
    func flush() async throws {
        // One that began earlier may be failing for reasons that are gone.
        if let pass { _ = await pass.value }
        repeat {
            let end = try await sendOnce().end
            if end != .empty { throw HKError(end) }
        } while try await waitingBatches > 0
    }

    /// Stops sending and lets go of the directory.
    func close() async {
        background?.cancel()
        pass?.cancel()
        await background?.value
        _ = await pass?.value
        await outbox?.close()
        outbox = nil
    }
}

/// Opening and sending.
extension Outgoing {
    private func open() async throws -> HealthOutbox {
        if let outbox { return outbox }
        let directory = directory
        let task =
            opening
            ?? Task {
                try await withCheckedThrowingContinuation { continuation in
                    // It waits for the disk, which the task pool must not.
                    DispatchQueue.global().async {
                        continuation.resume(
                            with: Result { try HealthOutbox(directory: directory) }
                        )
                    }
                }
            }
        opening = task
        defer { opening = nil }
        do {
            let opened = try await task.value
            outbox = opened
            return opened
        } catch let error as OutboxError {
            throw HKError(error)
        }
    }

    /// Sends until nothing is left or the server does not answer; joins who does so already.
    private func sendOnce() async throws -> DrainResult {
        let outbox = try await open()
        if let pass { return await pass.value }
        let (destination, clock) = (destination, clock)
        let task = Task {
            let result = await outbox.drain(to: destination, clock: clock)
            // Before anybody is told: who asks next is not to be given this one's result.
            pass = nil
            return result
        }
        pass = task
        return await task.value
    }

    private func sendInBackground() {
        guard background == nil else { return }
        background = Task { await sendUntilEmpty() }
    }

    private func sendUntilEmpty() async {
        while !Task.isCancelled {
            let seen = appends
            // A directory that cannot be used any more keeps what is in it for the next process.
            guard let end = try? await sendOnce().end else { break }
            if case .exhausted = end {
                guard (try? await clock.wait(Self.pause)) != nil else { break }
            } else if end != .empty || seen == appends {
                break
            }
        }
        // Nothing is awaited since `appends` was compared, so no append comes in between.
        background = nil
    }

    /// The pause between two rounds of attempts.
    private static let pause = Duration.seconds(30)
}
#endif
