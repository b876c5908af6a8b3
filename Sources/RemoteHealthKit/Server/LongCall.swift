#if !canImport(HealthKit)
import Foundation
import HTTPClient
import Synchronization

/// A request that the server may leave unanswered for minutes.
///
/// It has a thread and a connection of its own: calls that wait for changes would take all of a
/// client's connections from those that do not. There is one for each query that waits.
struct LongCall {
    private let configuration: RemoteHealthConfiguration

    /// Makes a call to the server of a configuration.
    init(_ configuration: RemoteHealthConfiguration) {
        self.configuration = configuration
    }

    /// Sends a request and waits for the whole answer.
    ///
    /// - Throws: `HTTPClientError`; its code is `cancelled` about a second after the task's
    ///   cancellation.
    func send(_ request: ClientRequest) async throws -> ClientResponse {
        let wish = Wish()
        let configuration = configuration
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(
                        with: Result { try receive(request, configuration, while: wish) }
                    )
                }
            }
        } onCancel: {
            wish.withdraw()
        }
    }
}

/// Receives an answer on the calling thread.
private func receive(
    _ request: ClientRequest,
    _ configuration: RemoteHealthConfiguration,
    while wish: Wish
) throws(HTTPClientError) -> ClientResponse {
    let client = try HTTPClient(
        baseURL: configuration.server,
        token: configuration.token,
        trust: configuration.trust
    )
    var body: [UInt8] = []
    let head = try client.receive(request, while: { wish.isAlive }) { piece in
        body += piece.body
        return body.count <= HTTPClient.defaultBodyLimit
    }
    guard body.count <= HTTPClient.defaultBodyLimit else {
        throw HTTPClientError(.tooLarge, "the answer is larger than a client takes")
    }
    return ClientResponse(status: head.status, headers: head.headers, body: body)
}

/// Whether somebody still waits.
private final class Wish: Sendable {
    private let isWithdrawn = Atomic(false)

    var isAlive: Bool { !isWithdrawn.load(ordering: .relaxed) }

    func withdraw() { isWithdrawn.store(true, ordering: .relaxed) }
}
#endif
