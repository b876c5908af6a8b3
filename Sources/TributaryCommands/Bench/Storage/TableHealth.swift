import Postgres

/// What of a table is dead or free, and what its indexes would take if they were made anew.
///
/// Dead and free parts are counted row by row by `pgstattuple`, which comes with most packages of
/// PostgreSQL; without it they are not known.
struct TableHealth: Sendable {
    /// Of a hundred rows, those that nobody can see any more.
    let deadRows: Double
    /// Of a hundred bytes of the table, those that a new row may take.
    let freeRoom: Double

    /// Looks at a table; nil without `pgstattuple`.
    init?(of table: String, _ connection: Connection) throws {
        let available = Statement(
            "bench.available",
            "SELECT 1 FROM pg_available_extensions WHERE name = 'pgstattuple'"
        )
        guard try connection.run(available).rowCount == 1 else { return nil }
        try connection.script("CREATE EXTENSION IF NOT EXISTS pgstattuple")
        let statement = Statement(
            "bench.health",
            """
            SELECT s.tuple_count, s.dead_tuple_count, s.free_percent
            FROM pgstattuple($1::text) AS s
            """
        )
        let result = try connection.run(statement, [.text(table)])
        let (live, dead) = (Double(result.int8(0, 0)), Double(result.int8(0, 1)))
        deadRows = 100 * dead / max(live + dead, 1)
        freeRoom = result.float8(0, 2)
    }
}
