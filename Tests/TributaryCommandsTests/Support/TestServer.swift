import Foundation
import HealthService
import TestSupport

@testable import TributaryCommands

/// A whole server on a database of its own, for one test.
struct TestServer: Sendable {
    /// Where it answers.
    let url: String
    /// The operator's token.
    let adminToken: String
    /// Its data directory, with the address and the admin token.
    let directory: String
    /// The operator's client of the API.
    let admin: APIClient

    /// Creates a user and gives its id.
    func user() async throws -> String {
        try await admin.createUser(name: "Ana", timeZone: "Europe/Paris")
    }

    /// Options that lead a command here.
    var options: [String] { ["--server", url, "--token", adminToken] }

    /// Runs a command with its output collected.
    func run(
        _ command: Command,
        _ body: (Arguments, Console) async throws -> Int32,
        _ words: [String],
        to output: CollectedOutput = CollectedOutput()
    ) async throws -> (status: Int32, output: CollectedOutput) {
        let arguments = try Arguments(words + options, of: command, environment: [:])
        return (try await body(arguments, output.console()), output)
    }

    /// Runs an import of Apple's export.
    func runImport(
        _ file: String,
        user: String,
        _ words: [String] = [],
        to output: CollectedOutput = CollectedOutput()
    ) async throws -> (status: Int32, output: CollectedOutput) {
        try await run(
            ImportCommand.appleHealth,
            { try await ImportCommand.run($0, console: $1) },
            [file, "--user", user] + words,
            to: output
        )
    }
}

/// Starts a server for a test and stops it afterwards.
func withServer<Answer>(_ body: (TestServer) async throws -> Answer) async throws -> Answer {
    try await withDatabase { database in
        let directory = TemporaryDirectory()
        var configuration = try ServerConfiguration(
            Arguments(
                ["--port", "0", "--data-dir", directory.path, "--drain-seconds", "2"],
                of: ServeCommand.command,
                environment: [:]
            )
        )
        configuration.databaseURL = database.connectionString
        configuration.databaseConnections = 3
        configuration.adminToken = nil
        let server = try await RunningServer.start(configuration, log: .silent) {}
        let outcome: Result<Answer, any Error>
        do {
            let client = try APIClient(baseURL: server.url, token: server.adminToken)
            outcome = .success(
                try await body(
                    TestServer(
                        url: server.url,
                        adminToken: server.adminToken,
                        directory: directory.path,
                        admin: client
                    )
                )
            )
        } catch {
            outcome = .failure(error)
        }
        await server.stop()
        withExtendedLifetime(directory) {}
        return try outcome.get()
    }
}

/// A directory that is gone with its owner.
final class TemporaryDirectory: Sendable {
    /// Where it is; others may pass through it.
    let path: String

    /// Makes an empty directory.
    init() {
        path = "/tmp/tributary-commands-\(UUID().uuidString)"
        mkdir(path, 0o711)
    }

    deinit {
        // What stays in the temporary directory harms nobody.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file and gives its path.
    func write(_ bytes: some Sequence<UInt8>, as name: String) throws -> String {
        let file = path + "/" + name
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return file
    }

    /// The names of what is in it.
    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }
}

/// The exports that the reader's tests use, too.
enum AppleFixture {
    /// The path of an export.
    static func path(_ name: String, from file: String = #filePath) -> String {
        var url = URL(fileURLWithPath: file)
        while url.lastPathComponent != "Tests" && url.path != "/" { url.deleteLastPathComponent() }
        return url.appendingPathComponent("HealthImportTests/Fixtures/apple/\(name)").path
    }

    /// The bytes of an export.
    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path(name))))
    }
}
