import Foundation
import Postgres
import Synchronization

/// A private PostgreSQL server in a directory of ours, on a unix socket only.
///
/// `start` makes the cluster if there is none and starts the server; from then on it is watched
/// and started again when it ends by itself. It ends with `stop`, with this object, and with our
/// process, even with `kill -9`: then the kernel tells it to.
///
/// As root the server runs as the user `postgres`, else as ourselves. Only that user and root can
/// reach it; they come in without a password, as the superuser
/// `tributary` or as any other role. Linux only.
package final class EmbeddedPostgres: Sendable {
    private struct Run {
        let supervisor: Supervisor
        let thread: DedicatedThread
    }

    private let configuration: EmbeddedPostgresConfiguration
    private let directory: DataDirectory
    private let onFailure: @Sendable (EmbeddedPostgresError) -> Void
    private let run = Mutex<Run?>(nil)

    /// Prepares a server; nothing happens on disk yet.
    ///
    /// - Parameter onFailure: called once, on a thread of ours, when a server that had started
    ///   failed so often that it is given up. It must not call `stop`, which waits for that thread;
    ///   after a `stop` from elsewhere the server may be started again.
    package init(
        _ configuration: EmbeddedPostgresConfiguration,
        onFailure: @escaping @Sendable (EmbeddedPostgresError) -> Void = { _ in }
    ) {
        self.configuration = configuration
        directory = DataDirectory(configuration.dataDirectory)
        self.onFailure = onFailure
    }

    deinit {
        stop()
    }

    /// Starts the server and blocks until it accepts connections; no effect while it runs.
    ///
    /// A first start takes about a second. After a failure it may be called again.
    package func start() throws(EmbeddedPostgresError) {
        let fresh = run.withLock { run -> Supervisor? in
            guard run == nil else { return nil }
            let supervisor = Supervisor(configuration, directory, onFailure: onFailure)
            let thread = DedicatedThread("postgres-supervisor") { supervisor.run() }
            run = Run(supervisor: supervisor, thread: thread)
            return supervisor
        }
        guard let fresh else { return }
        do {
            try fresh.waitForStart()
        } catch {
            run.withLock { $0 = nil }
            throw error
        }
    }

    /// Stops the server and blocks until it is gone; no effect while it is stopped.
    ///
    /// Sessions are ended and their transactions rolled back. A server that does not end in time
    /// is killed; the next start then recovers.
    package func stop() {
        let ended = run.withLock { run -> Run? in
            defer { run = nil }
            return run
        }
        guard let ended else { return }
        ended.supervisor.beginStopping()
        if ended.thread.join(timeout: configuration.stopTimeout) { return }
        ended.supervisor.signal(SIGQUIT)
        if ended.thread.join(timeout: .seconds(5)) { return }
        ended.supervisor.signal(SIGKILL)
        ended.thread.join()
    }

    /// How often the server was started again since `start`.
    package var restarts: Int { run.withLock { $0?.supervisor.restarts ?? 0 } }

    /// The number of the server's process; nil while there is none.
    package var process: Int32? { run.withLock { $0?.supervisor.process } }

    /// The path of the server's log.
    package var logPath: String { directory.log }
}

extension EmbeddedPostgres {
    /// How libpq reaches the database `postgres`; the same at every start.
    package var connectionString: String { connectionString(database: "postgres") }

    /// How libpq reaches a database: as the superuser, or as another role, which must exist.
    package func connectionString(database: String, user: String = "tributary") -> String {
        [
            "host=\(quoted(directory.sockets))", "port=\(serverPort)", "user=\(user)",
            "dbname=\(quoted(database))",
        ].joined(separator: " ")
    }

    /// Quotes a value as libpq reads it: in apostrophes, those and backslashes escaped.
    private func quoted(_ value: String) -> String {
        let escaped = value.flatMap { $0 == "'" || $0 == "\\" ? ["\\", $0] : [$0] }
        return "'\(String(escaped))'"
    }
}
