package import Postgres
import Synchronization

/// A database of its own for one test, dropped when the test is over.
package struct TestDatabase: Sendable {
    /// The database's name.
    package let name: String
    /// How libpq reaches it as the superuser who owns the schema.
    package let connectionString: String
    private let isMigrated: Bool
    private let pools = PoolRegistry()

    fileprivate init(name: String, connectionString: String, isMigrated: Bool) {
        self.name = name
        self.connectionString = connectionString
        self.isMigrated = isMigrated
    }

    /// Where the database is, with the usual limits: as the role that serves, held by row-level
    /// security, where there is the product's schema.
    package var configuration: ConnectionConfiguration {
        ConnectionConfiguration(
            isMigrated ? connectionString + " user=tributary_server" : connectionString
        )
    }

    /// Opens a single connection as the owner, who sees everything.
    package func connect() throws -> Connection {
        try Connection(ConnectionConfiguration(connectionString))
    }

    /// Makes a pool that is closed when the test is over.
    package func pool(
        size: Int = 4,
        queueLimit: Int = 256,
        waitLimit: Duration = .seconds(30)
    ) -> ConnectionPool {
        let limits = PoolConfiguration(size: size, queueLimit: queueLimit, waitLimit: waitLimit)
        let pool = ConnectionPool(configuration, limits)
        pools.add(pool)
        return pool
    }

    fileprivate func closePools() async { await pools.close() }
}

/// Runs a test with a fresh database: the product's schema, or empty if `migrated` is false.
///
/// At most eight databases are in use at once and further calls wait, so calls must not nest. All
/// share one private cluster, which is started by the first call.
///
/// - Throws: what the closure throws, or why there is no database.
package func withDatabase<Answer>(
    migrated: Bool = true,
    _ body: (TestDatabase) async throws -> Answer
) async throws -> Answer {
    let cluster = try TestCluster.shared.get()
    await cluster.limit.enter()
    let outcome: Result<Answer, any Error>
    do {
        outcome = .success(try await use(cluster, migrated: migrated, body))
    } catch {
        outcome = .failure(error)
    }
    await cluster.limit.leave()
    return try outcome.get()
}

private func use<Answer>(
    _ cluster: TestCluster,
    migrated: Bool,
    _ body: (TestDatabase) async throws -> Answer
) async throws -> Answer {
    let name = "test_" + String(UInt64.random(in: .min ... .max), radix: 16)
    let template = migrated ? TestCluster.template : "template0"
    try await cluster.administration.withConnection {
        try $0.script("CREATE DATABASE \(name) TEMPLATE \(template)")
    }
    let database = TestDatabase(
        name: name,
        connectionString: cluster.connectionString(database: name),
        isMigrated: migrated
    )
    let outcome: Result<Answer, any Error>
    do {
        outcome = .success(try await body(database))
    } catch {
        outcome = .failure(error)
    }
    await database.closePools()
    try await drop(name, cluster)
    return try outcome.get()
}

/// Drops the database in a task of its own, so that a cancelled test leaves nothing behind either.
private func drop(_ name: String, _ cluster: TestCluster) async throws {
    let administration = cluster.administration
    try await Task {
        try await administration.withConnection {
            try $0.script("DROP DATABASE \(name) WITH (FORCE)")
        }
    }.value
}

/// The pools that a test has made.
private final class PoolRegistry: Sendable {
    private let pools = Mutex<[ConnectionPool]>([])

    func add(_ pool: ConnectionPool) { pools.withLock { $0.append(pool) } }

    func close() async {
        let all = pools.withLock { $0 }
        for pool in all { await pool.close() }
    }
}
