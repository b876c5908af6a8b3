#if !canImport(HealthKit)
import HTTPClient
import Synchronization

/// A connection for callers that cannot await; one of them at a time has it.
final class BlockingConnection: Sendable {
    private let client: Mutex<HTTPClient>

    /// Makes a connection; it connects with its first request.
    ///
    /// - Throws: As `HTTPClient.init`.
    init(baseURL: String, token: String, trust: ServerTrust) throws(HTTPClientError) {
        client = Mutex(try HTTPClient(baseURL: baseURL, token: token, trust: trust))
    }

    /// Sends a request and blocks the thread until it is answered.
    ///
    /// - Throws: `HTTPClientError`.
    func send(_ request: ClientRequest) throws(HTTPClientError) -> ClientResponse {
        try client.withLock { client throws(HTTPClientError) in try client.send(request) }
    }
}
#endif
