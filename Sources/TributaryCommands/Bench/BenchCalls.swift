import Foundation
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
    /// The number of its process.
    let process: Int32

    /// A server of this process.
    init(_ server: RunningServer) {
        self.init(
            url: server.url,
            token: server.adminToken,
            connectionString: server.connectionString,
            process: getpid()
        )
    }

    /// Any server.
    init(url: String, token: String, connectionString: String, process: Int32) {
        self.url = url
        self.token = token
        self.connectionString = connectionString
        self.process = process
    }

    /// The same server, called by somebody else.
    func with(token: String) -> BenchCalls {
        BenchCalls(url: url, token: token, connectionString: connectionString, process: process)
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
        return try (0..<count).map { _ in try send("POST", "/v1/users", "{}", "id", client) }
    }

    /// Sends a call of the operator's and answers a text member of what comes back.
    ///
    /// - Throws: `CommandError` when it is refused or there is no such member.
    func send(
        _ method: String,
        _ path: String,
        _ body: String,
        _ member: String,
        _ client: HTTPClient
    ) throws -> String {
        let request = ClientRequest(
            method: method,
            path: path,
            headers: [(name: "Content-Type", value: "application/json")],
            body: Array(body.utf8)
        )
        let response = try client.send(request)
        let text = try JSONParser().parse(response.body) { $0[member]?.string }
        guard (200..<300).contains(response.status), let text else {
            throw CommandError("\(method) \(path) was answered with status \(response.status)")
        }
        return text
    }
}
