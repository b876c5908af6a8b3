import Foundation

/// Which server a command talks to, and with which token.
struct ServerAccess: Sendable {
    /// The server's address.
    let url: String
    /// The token of a client or of the operator.
    let token: String

    /// The options of commands that talk to a server.
    static let options = [
        Option(
            name: "--server",
            value: "URL",
            help: "the server; else the one that runs on the data directory",
            environment: "TRIBUTARY_SERVER"
        ),
        Option(
            name: "--token",
            value: "TOKEN",
            help: "a client's or the admin token; else the data directory's",
            environment: "TRIBUTARY_TOKEN"
        ),
        Option(
            name: "--data-dir",
            value: "DIR",
            help: "the data directory of a server on this machine",
            environment: "TRIBUTARY_DATA_DIR"
        ),
    ]

    /// The option that says whose data it is.
    static let user = Option(
        name: "--user",
        value: "USER",
        help: "whose data: a user's id, or 'me' with a client's token"
    )

    /// Finds the server: the one named, else the one that runs on the data directory.
    ///
    /// The admin token of the data directory is for its own server only; it goes to no other.
    ///
    /// - Throws: `UsageError` for a server without a token; `CommandError` where none runs.
    init(_ arguments: Arguments) throws {
        if let url = arguments.text("--server") {
            guard let token = arguments.text("--token") else {
                throw UsageError("--server needs --token, or TRIBUTARY_TOKEN")
            }
            self.url = url
            self.token = token
            return
        }
        let directory = ServerDirectory(
            path: arguments.text("--data-dir") ?? ServerDirectory.standard
        )
        guard let url = directory.readAddress(), !url.isEmpty else {
            throw CommandError(
                "no server runs on \(directory.path): start one with 'tributary serve',"
                    + " or give --server and --token"
            )
        }
        self.url = url
        token =
            try arguments.text("--token")
            ?? ProcessInfo.processInfo.environment["TRIBUTARY_ADMIN_TOKEN"]
            ?? directory.readAdminToken()
    }

    /// Makes a client for the server.
    func client(connections: Int = 2) throws -> APIClient {
        try APIClient(baseURL: url, token: token, connections: connections)
    }
}
