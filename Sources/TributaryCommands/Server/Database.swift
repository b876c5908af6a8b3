import EmbeddedPostgres
import Foundation
import Migrations
import Migrator
import Postgres

/// The database a command works on: an existing one, or the embedded one for as long as needed.
struct Database: Sendable {
    /// The embedded server, when there is one to stop.
    let embedded: EmbeddedPostgres?
    /// How libpq reaches the database as the role that owns the schema.
    let ownerString: String
    /// How libpq reaches the database as the role that serves.
    let serverString: String
    /// How long the server's sessions may take for what.
    var limits = DatabaseLimits()

    /// Names a database that runs elsewhere.
    ///
    /// - Parameter migrationURL: reaches it as the owner of the schema, if `url` does not.
    init(url: String, migrationURL: String? = nil) {
        embedded = nil
        ownerString = migrationURL ?? url
        serverString = url
    }

    private init(_ embedded: EmbeddedPostgres, isOurs: Bool) {
        self.embedded = isOurs ? embedded : nil
        ownerString = embedded.connectionString(database: "tributary")
        serverString = embedded.connectionString(database: "tributary", user: Self.serverRole)
    }

    /// The embedded database of a server that runs already.
    init(of directory: ServerDirectory) {
        let configuration = EmbeddedPostgresConfiguration(dataDirectory: directory.cluster)
        self.init(EmbeddedPostgres(configuration), isOurs: false)
    }

    /// Opens a database.
    ///
    /// Settings of the embedded server follow what a phone's worth of users needs; `onFailure`
    /// hears when it is given up after repeated crashes.
    ///
    /// - Parameter programs: the directory of PostgreSQL's programs; nil looks for them.
    /// - Throws: `EmbeddedPostgresError`, `PostgresError`; each one clear line.
    static func open(
        url: String?,
        migrationURL: String? = nil,
        directory: ServerDirectory,
        programs: String? = nil,
        onFailure: @escaping @Sendable (EmbeddedPostgresError) -> Void
    ) throws -> Database {
        if let url { return Database(url: url, migrationURL: migrationURL) }
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
        return Database(embedded, isOurs: true)
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
        let connection = try migrationConnection()
        try Migrator(Self.migrations).up(connection)
        try admitServerRole(over: connection)
    }

    /// A connection without a limit on how long a statement may take.
    ///
    /// - Throws: `CommandError`: it is the first contact, so a failure is about the address.
    func migrationConnection() throws -> Connection {
        let configuration = ConnectionConfiguration(
            ownerString,
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
