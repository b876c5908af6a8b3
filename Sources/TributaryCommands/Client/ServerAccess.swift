import Foundation
import HTTPClient

/// Which server a command talks to, and with which token.
struct ServerAccess: Sendable {
    /// The server's address.
    let url: String
    /// The token of a client or of the operator.
    let token: String
    /// By what the server is known, over TLS.
    let trust: ServerTrust

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
            name: "--token-file",
            value: "FILE",
            help: "a file with the token, which then counts instead of --token"
        ),
        Option(
            name: "--ca-certificate",
            value: "FILE",
            help: "authorities whose certificates count instead of the machine's; PEM",
            environment: "TRIBUTARY_CA_CERTIFICATE"
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
    /// The admin token of the data directory is for its own server only; it goes to no other. That
    /// server is known by its key, as its certificate need not be for where it listens.
    ///
    /// - Throws: `UsageError` for a server without a token; `CommandError` where none runs.
    init(_ arguments: Arguments) throws {
        let given = try Self.token(arguments)
        let authorities = try Self.authorities(arguments)
        if let url = arguments.text("--server") {
            guard let token = given else {
                throw UsageError("--server needs --token or --token-file")
            }
            self.url = url
            self.token = token
            trust = authorities ?? .machine
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
        trust = authorities ?? directory.readKeyHash().map { .key(sha256: $0) } ?? .machine
        token =
            try given
            ?? ProcessInfo.processInfo.environment["TRIBUTARY_ADMIN_TOKEN"]
            ?? directory.readAdminToken()
    }

    /// The token that is given, by file or in words; nil where none is.
    ///
    /// Other users of the machine see the words of a command, and not what is in a file.
    private static func token(_ arguments: Arguments) throws -> String? {
        guard let file = arguments.text("--token-file") else { return arguments.text("--token") }
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw CommandError("the token cannot be read from \(file)")
        }
        let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !token.isEmpty else { throw CommandError("there is no token in \(file)") }
        return token
    }

    /// The authorities that are given.
    ///
    /// libcurl would find out with the first call only, and has one message for whatever is wrong.
    private static func authorities(_ arguments: Arguments) throws -> ServerTrust? {
        guard let file = arguments.text("--ca-certificate") else { return nil }
        guard FileManager.default.isReadableFile(atPath: file) else {
            throw CommandError("the certificates in \(file) cannot be read")
        }
        return .authorities(file: file)
    }

    /// Makes a client for the server.
    func client(connections: Int = 2) throws -> APIClient {
        try APIClient(baseURL: url, token: token, connections: connections, trust: trust)
    }
}
