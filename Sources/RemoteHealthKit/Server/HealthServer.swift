#if !canImport(HealthKit)
import HTTPClient
import HealthAPI
import JSON

/// A server, a user and a token: what every call of the module goes through.
///
/// Safe to use from any task; requests beyond its connections wait their turn.
final class HealthServer: Sendable {
    /// Whose data it is: a user's id, or `me` for the token's own.
    let user: String
    private let http: AsyncHTTPClient

    /// Makes the server at an address; it connects with its first call.
    ///
    /// - Throws: `HTTPClientError` for an address or a token that HTTP cannot carry.
    init(address: String, token: String, user: String = "me") throws(HTTPClientError) {
        self.user = user
        http = try AsyncHTTPClient(baseURL: address, token: token)
    }

    /// Makes a call below the user and gives the answer as it came, whatever its status.
    ///
    /// - Throws: `HTTPClientError` where there is no answer.
    func send(
        _ method: String,
        _ path: [String],
        query: [(name: String, value: String?)] = [],
        body: [UInt8]? = nil,
        timeout: Duration = .seconds(30)
    ) async throws -> ClientResponse {
        let segments = (["v1", "users", user] + path).map { "/" + PercentEncoding.encode($0) }
        let parameters = query.compactMap { name, value in
            value.map { name + "=" + PercentEncoding.encode($0) }
        }
        let target = parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&")
        return try await http.send(
            ClientRequest(
                method: method,
                path: segments.joined() + target,
                headers: body == nil ? [] : [("Content-Type", "application/json")],
                body: body,
                timeout: timeout
            )
        )
    }
}
#endif
