import EmbeddedPostgres
import Foundation
import Migrations
import Migrator
import Postgres
import Synchronization

/// The one private cluster that all database tests of a process share.
///
/// It is made when the first test asks for it and is gone when the process has ended.
struct TestCluster: Sendable {
    /// The template that holds the product's schema and nothing else.
    static let template = "tributary_template"
    /// The cluster, or why there is none.
    static let shared = Result { try TestCluster() }

    private let server: EmbeddedPostgres
    /// Connections for making and dropping databases.
    let administration: ConnectionPool
    /// How many databases may be in use at once, which bounds the sessions of parallel tests.
    let limit = AsyncLimit(8)

    private init() throws {
        let directory = "/tmp/tributary-tests-\(getpid())"
        removeLeftovers()
        server = EmbeddedPostgres(
            EmbeddedPostgresConfiguration(
                dataDirectory: directory,
                settings: ["fsync": "off", "max_connections": "200", "shared_buffers": "64MB"]
            )
        )
        endAtExit(server, directory)
        try server.start()
        try makeTemplate(on: server)
        administration = ConnectionPool(
            ConnectionConfiguration(server.connectionString),
            PoolConfiguration(size: 2, queueLimit: 1000, waitLimit: .seconds(60))
        )
    }

    /// How libpq reaches a database of the cluster.
    func connectionString(database: String) -> String {
        server.connectionString(database: database)
    }
}

private func makeTemplate(on server: EmbeddedPostgres) throws {
    let main = try Connection(ConnectionConfiguration(server.connectionString))
    try main.script("CREATE DATABASE \(TestCluster.template)")
    let configuration = ConnectionConfiguration(
        server.connectionString(database: TestCluster.template)
    )
    let steps = embeddedMigrations.map { step in
        Migration(version: step.version, name: step.name, up: step.up, down: step.down)
    }
    let connection = try Connection(configuration)
    try Migrator(steps).up(connection)
    try connection.script("ALTER ROLE tributary_server LOGIN")
}

/// What has to be ended and removed when the process ends.
private let ending = Mutex<(server: EmbeddedPostgres, directory: String)?>(nil)

private func endAtExit(_ server: EmbeddedPostgres, _ directory: String) {
    ending.withLock { $0 = (server, directory) }
    atexit(endCluster)
}

/// A global function, because the C library calls it.
private func endCluster() {
    guard let (server, directory) = ending.withLock({ $0 }) else { return }
    server.stop()
    // Nobody is left to tell if this fails.
    try? FileManager.default.removeItem(atPath: directory)
}

/// Removes what test processes left that ended without `exit`.
private func removeLeftovers() {
    let prefix = "tributary-tests-"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/tmp")) ?? []
    for name in names where name.hasPrefix(prefix) {
        guard let process = pid_t(name.dropFirst(prefix.count)) else { continue }
        let isGone = kill(process, 0) != 0 && errno == ESRCH
        // Another user's leftovers stay.
        if isGone || process == getpid() {
            try? FileManager.default.removeItem(atPath: "/tmp/\(name)")
        }
    }
}
