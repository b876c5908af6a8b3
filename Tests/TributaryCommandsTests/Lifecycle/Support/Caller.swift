import Foundation
import HTTPClient
import TestSupport

/// Someone with a token who calls the API.
struct Caller: Sendable {
    private let client: AsyncHTTPClient

    /// Makes a caller with a few connections.
    init(
        _ url: String,
        token: String,
        connections: Int = 6,
        trust: ServerTrust = .machine
    ) throws {
        client = try AsyncHTTPClient(
            baseURL: url,
            token: token,
            connections: connections,
            trust: trust
        )
    }

    /// Sends a call; a body is JSON.
    func send(_ method: String, _ path: String, _ body: String? = nil) async throws
        -> ClientResponse
    {
        try await client.send(
            ClientRequest(
                method: method,
                path: path,
                headers: body == nil ? [] : [("Content-Type", "application/json")],
                body: body.map { Array($0.utf8) },
                timeout: .seconds(60)
            )
        )
    }

    /// Sends a call that must succeed and reads its answer.
    ///
    /// - Throws: `Unexpected` for any status that is not 200 or 201.
    func read<Answer: Decodable>(
        _ method: String,
        _ path: String,
        _ body: String? = nil
    ) async throws -> Answer {
        let response = try await send(method, path, body)
        guard 200...201 ~= response.status else {
            let text = String(decoding: response.body, as: UTF8.self)
            throw Unexpected(
                "\(method) \(path) succeeds: \(response.status) \(text)"
            )
        }
        return try JSONDecoder().decode(Answer.self, from: Data(response.body))
    }
}

/// A user with one client that may save and read steps, made with an admin token.
struct Person: Sendable {
    /// The user's id.
    let id: String
    /// The client's token.
    let token: String

    /// Makes a user, a client, its grants and a token.
    init(by admin: Caller) async throws {
        struct Made: Decodable { let id: String }
        struct Token: Decodable { let token: String }
        let user: Made = try await admin.read("POST", "/v1/users", "{}")
        let client: Made = try await admin.read(
            "POST",
            "/v1/clients",
            #"{"bundleIdentifier":"com.example.\#(UUID().uuidString)","name":"Test"}"#
        )
        let grants = try await admin.send(
            "PUT",
            "/v1/users/\(user.id)/grants/\(client.id)",
            #"{"share":["stepCount"],"read":["stepCount"]}"#
        )
        guard grants.status == 200 else { throw Unexpected("grants are taken") }
        let token: Token = try await admin.read(
            "POST",
            "/v1/users/\(user.id)/tokens",
            #"{"client":"\#(client.id)"}"#
        )
        (id, self.token) = (user.id, token.token)
    }
}
