#if !canImport(HealthKit)
import HTTPClient
import HealthAPI
import HealthOutbox
import JSON

/// A server, a user and a token: what every call of the module goes through.
///
/// Safe to use from any task; requests beyond its connections wait their turn.
final class HealthServer: Sendable {
    /// Whose data it is: the token's own user.
    static let user = "me"

    /// What it was made of; nil where there is none.
    let configuration: RemoteHealthConfiguration?
    /// The order in which samples are saved and deleted.
    let writes = WriteOrder()
    private let connections: Result<Connections, HKError>

    /// Its ways to the server.
    struct Connections: Sendable {
        /// For many tasks at once.
        let http: AsyncHTTPClient
        /// For calls that HealthKit has without `async`.
        let blocking: BlockingConnection
        /// What keeps samples while the server is away, if anything does.
        let outgoing: Outgoing?
    }

    /// Makes a server; it connects with its first call.
    ///
    /// - Throws: `HKError` with `errorHealthDataUnavailable` for an address or a token that HTTP
    ///   cannot carry; `errorInvalidArgument` for an outbox that is another server's.
    init(_ configuration: RemoteHealthConfiguration) throws(HKError) {
        let (address, token) = (configuration.server, configuration.token)
        let trust = configuration.trust
        self.configuration = configuration
        do {
            let http = try AsyncHTTPClient(baseURL: address, token: token, trust: trust)
            connections = .success(
                Connections(
                    http: http,
                    blocking: try BlockingConnection(baseURL: address, token: token, trust: trust),
                    outgoing: try Outgoing.shared(configuration, http)
                )
            )
        } catch let error as HKError {
            throw error
        } catch {
            throw HKError.failure(.errorHealthDataUnavailable, "\(error)")
        }
    }

    /// Makes a server that is none: every call fails with an error.
    init(failing error: HKError) {
        configuration = nil
        connections = .failure(error)
    }

    /// The ways to the server.
    ///
    /// - Throws: `HKError`, where there is no server.
    func connected() throws(HKError) -> Connections { try connections.get() }

    /// Makes a call below the user and reads its JSON answer; every failure is an `HKError`.
    ///
    /// A call with the parameter `wait` has a thread and a connection of its own, so that others do
    /// not wait behind it, and ends within a second of the task's cancellation.
    ///
    /// - Throws: `HKError`; `CancellationError`; what `read` throws.
    func call<Answer>(
        _ method: String,
        _ path: [String],
        query: [(name: String, value: String?)] = [],
        body: [UInt8]? = nil,
        timeout: Duration = .seconds(30),
        read: (JSONValue) throws -> Answer
    ) async throws -> Answer {
        let request = Self.request(method, path, query: query, body: body, timeout: timeout)
        let isWaiting = query.contains { $0.name == "wait" && $0.value != nil }
        return try Self.read(try await send(request, isWaiting: isWaiting), read)
    }

    /// Makes a call and blocks the calling thread until it is answered.
    ///
    /// On the caller's own thread, one call at a time: nothing that it waits for needs a thread of
    /// Swift's task pool, so it cannot be kept from ending by callers that are blocked there.
    ///
    /// - Throws: As `call`.
    func blockingCall<Answer>(
        _ method: String,
        _ path: [String],
        query: [(name: String, value: String?)] = [],
        read: (JSONValue) throws -> Answer
    ) throws -> Answer {
        let request = Self.request(method, path, query: query, timeout: .seconds(10))
        let blocking = try connected().blocking
        let response: ClientResponse
        do throws(HTTPClientError) {
            response = try blocking.send(request)
        } catch {
            throw HKError(noAnswer: error)
        }
        return try Self.read(response, read)
    }

    /// Sends a request and gives the answer as it came, whatever its status.
    ///
    /// - Throws: `HKError` where there is no answer; `CancellationError`.
    func send(_ request: ClientRequest, isWaiting: Bool = false) async throws -> ClientResponse {
        let connections = try connected()
        do {
            guard isWaiting, let configuration else {
                return try await connections.http.send(request)
            }
            return try await LongCall(configuration).send(request)
        } catch let error as HTTPClientError {
            if error.code == .cancelled { throw CancellationError() }
            throw HKError(noAnswer: error)
        }
    }
}

/// Requests and answers.
extension HealthServer {
    /// Makes a request below the user.
    static func request(
        _ method: String,
        _ path: [String],
        query: [(name: String, value: String?)] = [],
        body: [UInt8]? = nil,
        timeout: Duration
    ) -> ClientRequest {
        let segments = (["v1", "users", user] + path).map { "/" + PercentEncoding.encode($0) }
        let parameters = query.compactMap { name, value in
            value.map { name + "=" + PercentEncoding.encode($0) }
        }
        let target = parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&")
        return ClientRequest(
            method: method,
            path: segments.joined() + target,
            headers: body == nil ? [] : [("Content-Type", "application/json")],
            body: body,
            timeout: timeout
        )
    }

    /// Reads an answer.
    ///
    /// - Throws: `HKError` for a refusal, and for what is no answer of a Tributary; what `read`
    ///   throws.
    static func read<Answer>(
        _ response: ClientResponse,
        _ read: (JSONValue) throws -> Answer
    ) throws -> Answer {
        guard (200..<300).contains(response.status) else { throw HKError(refusal: response) }
        do {
            return try JSONParser().parse(response.body, read)
        } catch let error as JSONError {
            // A network that asks to log in first answers with a good status, too.
            throw HKError.failure(
                .errorDatabaseInaccessible,
                "What answered is no Tributary server: \(error)."
            )
        } catch let error as OutboxError {
            throw HKError.failure(.errorDatabaseInaccessible, error.description)
        }
    }
}
#endif
