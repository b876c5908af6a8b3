import Migrator
import Postgres
import TestSupport

/// Makes a step that creates a table of its number, unless told otherwise.
func step(_ version: Int, up: String? = nil, down: String? = nil) -> Migration {
    Migration(
        version: version,
        name: "step\(version)",
        up: Array((up ?? "CREATE TABLE t\(version) (i int)").utf8),
        down: Array((down ?? "DROP TABLE t\(version)").utf8)
    )
}

/// Steps 1 to 3.
let three = Migrator([step(1), step(2), step(3)])

/// The names of a database's tables in order, without the migrator's own.
func tables(_ connection: Connection) throws -> [String] {
    let list = Statement(
        "list",
        """
        SELECT tablename::text FROM pg_tables
        WHERE schemaname = 'public' AND tablename <> 'schema_migrations' ORDER BY tablename
        """
    )
    return try connection.run(list).textColumn(0)
}

/// Runs a test with a connection to an empty database.
func withConnection(
    _ body: (Connection, TestDatabase) throws -> Void
) async throws {
    try await withDatabase(migrated: false) { database in
        try body(database.connect(), database)
    }
}
