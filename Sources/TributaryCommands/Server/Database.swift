import EmbeddedPostgres
import Foundation
import Migrations
import Migrator
import Postgres

/// The database a command works on: an existing one, or the embedded one for as long as needed.
struct Database: Sendable {
    /// The embedded server, when there is one to stop.
    let embedded: EmbeddedPostgres?
    /// How libpq reaches the database.
    let connectionString: String

    /// Opens a database.
    ///
    /// Settings of the embedded server follow what a phone's worth of users needs; `onFailure`
    /// hears when it is given up after repeated crashes.
    ///
    /// - Parameter programs: the directory of PostgreSQL's programs; nil looks for them.
    /// - Throws: `EmbeddedPostgresError`, `PostgresError`; each one clear line.
    static func open(
        url: String?,
        directory: ServerDirectory,
        programs: String? = nil,
        onFailure: @escaping @Sendable (EmbeddedPostgresError) -> Void
    ) throws -> Database {
        if let url { return Database(embedded: nil, connectionString: url) }
        let embedded = EmbeddedPostgres(
            EmbeddedPostgresConfiguration(
                dataDirectory: directory.cluster,
                programDirectory: programs,
                settings: settings,
                takeoverTimeout: takeoverTimeout
            ),
            onFailure: onFailure
        )
        try embedded.start()
        let admin = try Connection(ConnectionConfiguration(embedded.connectionString))
        let exists = try admin.run(
            Statement("database.find", "SELECT 1 FROM pg_database WHERE datname = 'tributary'")
        )
        if exists.rowCount == 0 { try admin.script("CREATE DATABASE tributary") }
        return Database(
            embedded: embedded,
            connectionString: embedded.connectionString(database: "tributary")
        )
    }

    /// How libpq reaches the embedded database of a server that may run already.
    static func connectionString(of directory: ServerDirectory) -> String {
        EmbeddedPostgres(EmbeddedPostgresConfiguration(dataDirectory: directory.cluster))
            .connectionString(database: "tributary")
    }

    private static let settings = [
        "shared_buffers": "256MB",
        "max_wal_size": "2GB",
        "wal_compression": "on",
        "autovacuum_vacuum_scale_factor": "0.05",
    ]

    /// A server whose program was killed writes its last checkpoint, which takes a slow disk longer
    /// than most things.
    private static let takeoverTimeout: Duration = .seconds(30)

    /// Applies the migrations that are missing.
    func migrate() throws {
        try Migrator(Self.migrations).up(try migrationConnection())
    }

    /// A connection without a limit on how long a statement may take.
    ///
    /// - Throws: `CommandError`: it is the first contact, so a failure is about the address.
    func migrationConnection() throws -> Connection {
        let configuration = ConnectionConfiguration(
            connectionString,
            statementTimeout: .zero,
            lockTimeout: .zero
        )
        do {
            return try Connection(configuration)
        } catch {
            throw CommandError("the database cannot be used: \(error.message)")
        }
    }

    /// The program's migrations.
    static let migrations = embeddedMigrations.map {
        Migration(version: $0.version, name: $0.name, up: $0.up, down: $0.down)
    }

    /// Stops the embedded server, if there is one.
    func close() {
        embedded?.stop()
    }
}
