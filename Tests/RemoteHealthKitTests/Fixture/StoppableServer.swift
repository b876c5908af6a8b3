import Foundation
import HealthService
import Postgres
import Synchronization
import TestSupport

@testable import TributaryCommands

/// A server on a database of its own that can go away and come back at the same address.
final class StoppableServer: Sendable {
    private let database: TestDatabase
    private let directory: String
    private let running = Mutex<RunningServer?>(nil)
    private let place = Mutex(Place())

    private struct Place {
        var url = ""
        var adminToken = ""
    }

    /// Makes a server that does not run yet.
    init(_ database: TestDatabase) {
        self.database = database
        directory = "/tmp/tributary-remote-\(UUID().uuidString)"
        mkdir(directory, 0o711)
    }

    deinit {
        // What stays in the temporary directory harms nobody.
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Where it answers when it runs.
    var url: String { place.withLock { $0.url } }
    /// The operator's token.
    var adminToken: String { place.withLock { $0.adminToken } }

    /// Starts it, where it was before if it has run.
    func start() async throws {
        let port = url.split(separator: ":").last.map(String.init) ?? "0"
        var configuration = try ServerConfiguration(
            Arguments(
                ["--port", port, "--data-dir", directory, "--drain-seconds", "1"],
                of: ServeCommand.command,
                environment: [:]
            )
        )
        configuration.databaseURL = database.connectionString
        configuration.databaseConnections = 3
        configuration.adminToken = nil
        let server = try await RunningServer.start(configuration, log: .silent) {}
        running.withLock { $0 = server }
        place.withLock { $0 = Place(url: server.url, adminToken: server.adminToken) }
    }

    /// Makes it too late to decide about every request for access.
    func expireRequests() throws {
        try database.connect().script("UPDATE authorization_requests SET expires_us = 1")
    }

    /// Stops it; once is as good as often.
    func stop() async {
        let server = running.withLock { running in
            defer { running = nil }
            return running
        }
        await server?.stop()
    }
}
