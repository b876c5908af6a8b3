import Foundation
import Postgres
import Synchronization
import TestSupport

/// The server of a soak, which is killed and started again, each time on another port.
final class SoakServer: Sendable {
    /// Where it and its data are.
    let folder: TemporaryFolder
    /// Its data directory.
    let data: DataFolder

    private let current: Mutex<Server?>
    private let listening: Mutex<UInt16?>
    private let run: SoakRun

    /// Starts a server on a new data directory.
    init(_ run: SoakRun) async throws {
        self.run = run
        folder = try TemporaryFolder()
        let server = try await Server.start(in: folder)
        data = server.data
        current = Mutex(server)
        listening = Mutex(Self.port(of: server))
    }

    /// The port on which it listens; nil while there is none.
    var port: UInt16? { listening.withLock { $0 } }

    /// Where it answers at the moment, without a bad line.
    var url: String { "http://127.0.0.1:\(port ?? 0)" }

    /// Kills the server and starts it again.
    func killServer() async throws {
        guard let server = take() else { return }
        server.program.signal(SIGKILL)
        let status = try await server.program.waitForEnd()
        if status != 128 + SIGKILL { run.differ("a server had ended by itself with \(status)") }
        run.count(\.serverKills)
        try await start()
    }

    /// Asks the server to stop and starts it again.
    func restart() async throws {
        guard let server = take() else { return }
        let status = try await stop(server)
        if status != 0 { run.differ("a server that was asked to stop ended with \(status)") }
        run.count(\.restarts)
        try await start()
    }

    /// Waits until the database takes sessions.
    func waitUntilReady() async throws {
        try await eventually("the database takes sessions", within: .seconds(90)) {
            (try? data.connect()) != nil
        }
    }

    /// Kills PostgreSQL's first process; the server starts it again.
    func killPostmaster() async throws {
        guard let old = data.postmaster, kill(old, SIGKILL) == 0 else { return }
        run.count(\.databaseKills)
        try await eventually("there is a new database server", within: .seconds(60)) {
            data.postmaster.map { $0 != old } ?? false
        }
    }

    /// Kills the process of one session, on which PostgreSQL ends all others and starts afresh.
    func killBackend(using random: inout SeededGenerator) throws {
        // The database may still be coming back from the last time.
        guard let rows = try? data.connect().run(backends) else { return }
        let pids = rows.int4Column(0)
        guard let pid = pids.randomElement(using: &random), kill(pid, SIGKILL) == 0 else { return }
        run.count(\.databaseKills)
    }

    /// Ends everything that was started, the hard way if it does not end otherwise.
    func close() async throws {
        if let server = take() {
            let status = try? await stop(server)
            if status != 0 {
                run.differ("the server ended with \(status ?? -1)")
                server.program.signal(SIGKILL)
            }
        } else if let postmaster = data.databaseProcesses.first(where: { $0 == data.postmaster }) {
            // A server that could not be started again has left its database behind.
            kill(postmaster, SIGQUIT)
        }
        try await eventually("the database has ended", within: .seconds(60)) {
            data.databaseProcesses == []
        }
    }

    private func stop(_ server: Server) async throws -> Int32 {
        server.program.signal(SIGTERM)
        return try await server.program.waitForEnd(within: .seconds(90))
    }

    private func start() async throws {
        let server: Server
        do {
            server = try await Server.start(in: folder)
        } catch {
            say("the database says:\n\(data.databaseLog.suffix(4000))")
            throw error
        }
        current.withLock { $0 = server }
        listening.withLock { $0 = Self.port(of: server) }
    }

    private func take() -> Server? {
        listening.withLock { $0 = nil }
        return current.withLock { current in
            defer { current = nil }
            return current
        }
    }

    private static func port(of server: Server) -> UInt16? {
        server.url.split(separator: ":").last.flatMap { UInt16($0) }
    }
}

private let backends = Statement(
    "soak_backends",
    """
    SELECT pid
    FROM pg_stat_activity
    WHERE application_name LIKE 'tributary%' AND backend_type = 'client backend'
    ORDER BY pid
    LIMIT 100
    """
)
