package import HTTPClient
import HealthAPI
import Synchronization

/// Where an outbox is emptied to: a user of a server, by whatever carries requests there.
package struct OutboxDestination: Sendable {
    /// The user's id, or `me`.
    package let user: String
    private let transport: @Sendable (ClientRequest) async throws -> ClientResponse

    /// Makes a destination behind any transport.
    ///
    /// The transport throws `HTTPClientError` where there is no answer.
    package init(
        user: String,
        transport: @escaping @Sendable (ClientRequest) async throws -> ClientResponse
    ) {
        self.user = user
        self.transport = transport
    }

    /// Makes a destination behind a client that has the server's address and the token.
    package init(user: String, client: AsyncHTTPClient) {
        self.init(user: user) { try await client.send($0) }
    }

    /// Sends a batch once.
    ///
    /// Not on the outbox's own queue: built by Swift 6.3.1, the wait for the answer crashed there,
    /// with a call of nothing, where the caller preferred an executor for its task.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled; the request may then go on
    ///   and be taken, which its name makes harmless.
    @concurrent
    func send(_ batch: QueuedBatch, as name: BatchName, clock: RetryClock) async throws -> Verdict {
        let request = request(batch, as: name)
        do {
            let response = try await abandonable { [transport] in try await transport(request) }
            return Verdict(response, to: batch, now: clock.now())
        } catch let error as HTTPClientError {
            return RetryPolicy.isTemporary(error.code)
                ? .temporary(reason: error.description, retryAfter: nil)
                : .forbidden(reason: error.description)
        }
    }

    private func request(_ batch: QueuedBatch, as name: BatchName) -> ClientRequest {
        let user = PercentEncoding.encode(user)
        switch batch.kind {
        case .samples:
            return ClientRequest(
                method: "POST",
                path: "/v1/users/\(user)/samples?batch=\(name)",
                headers: [("Content-Type", "application/x-ndjson")],
                body: batch.body,
                timeout: Self.timeout
            )
        case .deletions:
            return ClientRequest(
                method: "POST",
                path: "/v1/users/\(user)/deletions",
                headers: [("Content-Type", "application/json")],
                body: batch.deletionBody,
                timeout: Self.timeout
            )
        }
    }

    private static let timeout = Duration.seconds(120)
}

/// Waits for work, and no longer than the task wants it; the work goes on by itself then.
@concurrent
private func abandonable(
    _ work: @escaping @Sendable () async throws -> ClientResponse
) async throws -> ClientResponse {
    let waiter = Waiter()
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            waiter.wait(continuation)
            Task {
                do {
                    waiter.resume(with: .success(try await work()))
                } catch {
                    waiter.resume(with: .failure(error))
                }
            }
            // A task cancelled before anybody waited had nobody to tell.
            if Task.isCancelled { waiter.resume(with: .failure(CancellationError())) }
        }
    } onCancel: {
        waiter.resume(with: .failure(CancellationError()))
    }
}

/// Who waits for an answer, and is told once.
private final class Waiter: Sendable {
    private let continuation = Mutex<CheckedContinuation<ClientResponse, any Error>?>(nil)

    func wait(_ continuation: CheckedContinuation<ClientResponse, any Error>) {
        self.continuation.withLock { $0 = continuation }
    }

    func resume(with result: Result<ClientResponse, any Error>) {
        continuation.withLock { $0.take() }?.resume(with: result)
    }
}
