import Postgres

/// A row of `schema_migrations`.
struct AppliedMigration {
    let version: Int
    let name: String
    let checksum: String
    let appliedAt: String
}

/// The statements on `schema_migrations`.
enum MigrationStatement {
    static let create = Statement(
        "migrations_create_table",
        """
        CREATE TABLE IF NOT EXISTS schema_migrations (
            version integer NOT NULL PRIMARY KEY CHECK (version > 0),
            name text NOT NULL,
            checksum text NOT NULL,
            applied_at timestamptz NOT NULL DEFAULT now()
        )
        """
    )
    static let exists = Statement(
        "migrations_table_exists",
        "SELECT to_regclass('schema_migrations') IS NOT NULL"
    )
    static let list = Statement(
        "migrations_list",
        """
        SELECT version, name, checksum,
            to_char(applied_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
        FROM schema_migrations
        ORDER BY version
        """
    )
    static let insert = Statement(
        "migrations_insert",
        "INSERT INTO schema_migrations AS m (version, name, checksum) VALUES ($1, $2, $3)"
    )
    static let delete = Statement(
        "migrations_delete",
        "DELETE FROM schema_migrations WHERE version = $1"
    )
    /// SHA-256 in the database saves a dependency; there are few steps and they are small.
    static let checksums = Statement(
        "migrations_checksums",
        """
        SELECT encode(sha256(s.sql), 'hex')
        FROM unnest($1::bytea[]) WITH ORDINALITY AS s (sql, place)
        ORDER BY s.place
        """
    )
    static let lock = Statement("migrations_lock", "SELECT pg_advisory_lock($1)")
    static let unlock = Statement("migrations_unlock", "SELECT pg_advisory_unlock($1)")
    static let limits = Statement(
        "migrations_limits",
        "SELECT current_setting('statement_timeout'), current_setting('lock_timeout')"
    )
    static let setLimits = Statement(
        "migrations_set_limits",
        """
        SELECT set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false)
        """
    )
}

/// The key of the advisory lock: "tributar" in ASCII, so that it is nobody else's by accident.
private let lockKey: Int64 = 0x7472_6962_7574_6172

extension Migrator {
    /// Runs the closure under the advisory lock and with limits that suit a change of the schema.
    ///
    /// A step may take long, so statements have no limit here; a lock, this one included, is waited
    /// for ten minutes. The lock goes with the session if the connection is lost.
    func exclusively<Answer>(_ connection: Connection, _ body: () throws -> Answer) throws -> Answer
    {
        let limits = try connection.run(MigrationStatement.limits)
        let before: [Bind] = [.text(limits.text(0, 0)), .text(limits.text(0, 1))]
        _ = try connection.run(MigrationStatement.setLimits, [.text("0"), .text("10min")])
        defer { restore(before, connection) }
        _ = try connection.run(MigrationStatement.lock, [.int8(lockKey)])
        defer { unlock(connection) }
        _ = try connection.run(MigrationStatement.create)
        return try body()
    }

    /// The rows of `schema_migrations` by version; none where the table does not exist.
    func appliedMigrations(_ connection: Connection) throws(PostgresError) -> [AppliedMigration] {
        guard try connection.run(MigrationStatement.exists).bool(0, 0) else { return [] }
        let rows = try connection.run(MigrationStatement.list)
        return (0..<rows.rowCount).map { row in
            AppliedMigration(
                version: Int(rows.int4(row, 0)),
                name: rows.text(row, 1),
                checksum: rows.text(row, 2),
                appliedAt: rows.text(row, 3)
            )
        }
    }

    /// The SHA-256 of every step's `up` in hexadecimal, in the order of the steps.
    func checksums(_ connection: Connection) throws(PostgresError) -> [String] {
        let binds: [Bind] = [.byteaArray(migrations.map(\.up))]
        return try connection.run(MigrationStatement.checksums, binds).textColumn(0)
    }

    // Neither can fail on a live session, and with a lost one both lock and settings are gone.

    private func unlock(_ connection: Connection) {
        _ = try? connection.run(MigrationStatement.unlock, [.int8(lockKey)])
    }

    private func restore(_ limits: [Bind], _ connection: Connection) {
        _ = try? connection.run(MigrationStatement.setLimits, limits)
    }
}
