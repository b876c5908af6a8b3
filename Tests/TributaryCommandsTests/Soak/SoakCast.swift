import Foundation
import HTTPClient

/// The users of a soak, and the clients that act for each.
struct SoakCast: Sendable {
    /// Each user's id, and the token of each client for it.
    struct User: Sendable {
        let id: String
        let tokens: [String]
    }

    /// A client by its number.
    enum Client: Int, CaseIterable, Sendable {
        /// Saves everything and reads nothing; two writers of each user are this one.
        case blind
        /// Saves and reads everything.
        case full
        /// Saves and reads everything but the heart rate.
        case partial

        /// What it may save and read, as the body of its grants.
        var grants: String {
            let types = SoakType.allCases.filter { ![.heartRate, .pressure].contains($0) }
            let list = types.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
            return switch self {
            case .blind: #"{"share":["*"],"read":[]}"#
            case .full: #"{"share":["*"],"read":["*"]}"#
            case .partial: #"{"share":[\#(list)],"read":[\#(list)]}"#
            }
        }

        /// Whether it is refused to save a type.
        func isRefused(_ type: SoakType) -> Bool { self == .partial && type == .heartRate }
    }

    /// The users.
    let users: [User]
    /// The operator's token.
    let adminToken: String

    /// Makes them with an admin token.
    init(by admin: Caller, token: String) async throws {
        struct Made: Decodable { let id: String }
        struct Token: Decodable { let token: String }
        adminToken = token
        var clients: [String] = []
        for client in Client.allCases {
            let body = #"{"bundleIdentifier":"com.example.soak\#(client.rawValue)","name":"Soak"}"#
            let made: Made = try await admin.read("POST", "/v1/clients", body)
            clients.append(made.id)
        }
        var users: [User] = []
        for _ in 0..<2 {
            let user: Made = try await admin.read("POST", "/v1/users", "{}")
            var tokens: [String] = []
            for (client, id) in zip(Client.allCases, clients) {
                let path = "/v1/users/\(user.id)/grants/\(id)"
                guard try await admin.send("PUT", path, client.grants).status == 200 else {
                    throw Unexpected("grants are taken")
                }
                let body = #"{"client":"\#(id)"}"#
                let token: Token = try await admin.read(
                    "POST",
                    "/v1/users/\(user.id)/tokens",
                    body
                )
                tokens.append(token.token)
            }
            users.append(User(id: user.id, tokens: tokens))
        }
        self.users = users
    }

    /// The token of a client for a user.
    func token(_ client: Client, of user: Int) -> String { users[user].tokens[client.rawValue] }
}
