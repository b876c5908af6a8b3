import HTTPClient
import HealthAPI

/// Someone who calls the server, with a token or without.
///
/// Every answer is checked against the contract before the test sees it.
struct Caller: Sendable {
    /// The connections it shares with other callers.
    let http: AsyncHTTPClient
    /// The token it sends, if any.
    var token: String?

    /// Sends a request and checks the answer.
    func send(
        _ method: String,
        _ path: String,
        query: [(String, String)] = [],
        body: [UInt8]? = nil,
        contentType: String? = "application/json",
        headers: [(name: String, value: String)] = []
    ) async throws -> Answer {
        var fields = headers
        if let token { fields.append(("Authorization", "Bearer \(token)")) }
        if body != nil, let contentType { fields.append(("Content-Type", contentType)) }
        let pairs = query.map { "\(PercentEncoding.encode($0))=\(PercentEncoding.encode($1))" }
        let target = pairs.isEmpty ? path : path + "?" + pairs.joined(separator: "&")
        let request = ClientRequest(method: method, path: target, headers: fields, body: body)
        let answer = Answer(try await http.send(request))
        Contract.shared.check(answer, method: method, path: path)
        return answer
    }

    func get(_ path: String, _ query: (String, String)...) async throws -> Answer {
        try await send("GET", path, query: query)
    }

    func post(_ path: String, _ body: JSONTree) async throws -> Answer {
        try await send("POST", path, body: body.bytes)
    }

    func put(_ path: String, _ body: JSONTree) async throws -> Answer {
        try await send("PUT", path, body: body.bytes)
    }

    func patch(_ path: String, _ body: JSONTree) async throws -> Answer {
        try await send("PATCH", path, body: body.bytes)
    }

    func delete(_ path: String) async throws -> Answer {
        try await send("DELETE", path)
    }

    /// Pushes samples for the token's own user.
    func push(_ samples: JSONTree...) async throws -> Answer {
        try await post("/v1/users/me/samples", ["samples": .array(samples)])
    }

    /// Pushes a body as it is.
    func push(raw body: String, contentType: String = "application/json") async throws -> Answer {
        try await send(
            "POST",
            "/v1/users/me/samples",
            body: Array(body.utf8),
            contentType: contentType
        )
    }
}
