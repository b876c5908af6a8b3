import HTTPClient
import JSON
import Postgres

/// A server that is measured: how it is called, and how its database is.
struct BenchCalls: Sendable {
    /// Where it answers.
    let url: String
    /// The operator's token.
    let token: String
    /// How libpq reaches its database.
    let connectionString: String

    /// A server of this process.
    init(_ server: RunningServer) {
        self.init(
            url: server.url,
            token: server.adminToken,
            connectionString: server.connectionString
        )
    }

    /// Any server.
    init(url: String, token: String, connectionString: String) {
        self.url = url
        self.token = token
        self.connectionString = connectionString
    }

    /// A client with a connection of its own.
    func client() throws -> HTTPClient { try HTTPClient(baseURL: url, token: token) }

    /// A connection to the database whose statements may take as long as they do.
    func connection() throws -> Connection {
        try Connection(ConnectionConfiguration(connectionString, statementTimeout: .zero))
    }

    /// Makes users and answers their ids.
    func createUsers(_ count: Int) throws -> [String] {
        let client = try client()
        return try (0..<count).map { _ in
            let request = ClientRequest(
                method: "POST",
                path: "/v1/users",
                headers: [(name: "Content-Type", value: "application/json")],
                body: Array("{}".utf8)
            )
            let response = try client.send(request)
            let id = try JSONParser().parse(response.body) { $0["id"]?.string }
            guard response.status == 201, let id else {
                throw CommandError("no user could be made: status \(response.status)")
            }
            return id
        }
    }
}
