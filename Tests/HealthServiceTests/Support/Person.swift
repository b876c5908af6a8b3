import HealthAPI
import Synchronization
import Testing

/// A user, one client of theirs, and a caller with the client's token.
struct Person: Sendable {
    /// The user's id.
    let id: String
    /// The client's id.
    let client: String
    /// The token's id.
    let tokenID: String
    /// The client itself.
    let app: Caller

    /// The path of something of the user.
    func path(_ rest: String) -> String { "/v1/users/\(id)\(rest)" }
}

/// Tells bundle identifiers apart.
private let clientNumbers = Atomic<Int>(0)

extension TestAPI {
    /// Makes a user with a client; nil leaves the client without any decision.
    func person(
        share: [JSONTree]? = ["*"],
        read: [JSONTree] = ["*"],
        timeZone: String = "UTC"
    ) async throws -> Person {
        let user = try await admin.post("/v1/users", ["timeZone": .string(timeZone)])
        let id = try #require(user["id"].string)
        return try await join(user: id, share: share, read: read)
    }

    /// Gives a user another client.
    func join(
        user: String,
        share: [JSONTree]? = ["*"],
        read: [JSONTree] = ["*"]
    ) async throws -> Person {
        log.forbid(user)
        let number = clientNumbers.add(1, ordering: .relaxed).newValue
        let bundle: JSONTree = .string("com.example.app\(number)")
        let client = try await admin.post("/v1/clients", ["bundleIdentifier": bundle])
        let clientID = try #require(client["id"].string)
        if let share {
            let grants: JSONTree = ["share": .array(share), "read": .array(read)]
            let decided = try await admin.put("/v1/users/\(user)/grants/\(clientID)", grants)
            #expect(decided.status == 200)
        }
        return try await token(user: user, client: clientID)
    }

    /// Gives a client another token.
    func token(user: String, client: String, expiresIn: Int? = nil) async throws -> Person {
        let expiry: JSONTree = expiresIn.map { .number(Double($0)) } ?? .null
        let body: JSONTree = ["client": .string(client), "expiresIn": expiry]
        let token = try await admin.post("/v1/users/\(user)/tokens", body)
        let secret = try #require(token["token"].string)
        log.forbid(secret)
        return Person(
            id: user,
            client: client,
            tokenID: try #require(token["id"].string),
            app: Caller(http: stranger.http, token: secret)
        )
    }
}
