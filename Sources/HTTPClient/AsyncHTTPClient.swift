import Foundation

/// An HTTP client for many tasks: a few threads, each with a connection of its own.
///
/// libcurl's calls block, so they run on threads that belong to the client and never on those of
/// the task pool. The threads end when the client is released.
package final class AsyncHTTPClient: Sendable {
    private let queue = RequestQueue()

    /// Makes a client and starts its threads.
    ///
    /// - Parameters:
    ///   - baseURL: What comes before every request's path, e.g. `http://127.0.0.1:8080`.
    ///   - token: Sent as `Authorization: Bearer`.
    ///   - connections: The most requests under way at once; further ones wait their turn.
    ///   - bodyLimit: The most bytes of an answer's body.
    ///   - trust: By what it knows the server, if the URL says `https`.
    /// - Throws: As `HTTPClient.init`.
    package init(
        baseURL: String,
        token: String? = nil,
        connections: Int = 4,
        bodyLimit: Int = HTTPClient.defaultBodyLimit,
        trust: ServerTrust = .machine
    ) throws(HTTPClientError) {
        precondition(connections > 0, "A client needs a connection.")
        let base = try BaseURL(baseURL)
        let makeClient = { @Sendable () throws(HTTPClientError) in
            try HTTPClient(base: base, token: token, bodyLimit: bodyLimit, trust: trust)
        }
        _ = try makeClient()
        for _ in 0..<connections {
            let queue = queue
            Thread.detachNewThread { serve(queue, makeClient) }
        }
    }

    deinit {
        queue.close()
    }

    /// Sends a request and waits for the whole answer, without blocking a thread of the task pool.
    ///
    /// A task cancelled while the request waits for its turn throws at once; a request under way is
    /// not cut off, its timeout bounds it.
    ///
    /// - Throws: `HTTPClientError` or `CancellationError`.
    package func send(_ request: ClientRequest) async throws -> ClientResponse {
        try await queue.answer(to: request)
    }
}

/// Answers requests until the queue is closed.
private func serve(
    _ queue: RequestQueue,
    _ makeClient: @Sendable () throws(HTTPClientError) -> HTTPClient
) {
    let client = Result { () throws(HTTPClientError) in try makeClient() }
    while let job = queue.next() {
        do throws(HTTPClientError) {
            job.continuation.resume(returning: try client.get().send(job.request))
        } catch {
            job.continuation.resume(throwing: error)
        }
    }
}
