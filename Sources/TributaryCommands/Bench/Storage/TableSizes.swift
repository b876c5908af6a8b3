import Postgres

/// What tables and their indexes take on disk.
struct TableSizes: Sendable {
    /// A table or an index.
    struct Relation: Sendable {
        /// Its name.
        let name: String
        /// The table it is or belongs to.
        let table: String
        /// What it takes, with what belongs to it and is no index.
        let bytes: Int
    }

    /// Everything that takes place, the largest first.
    let relations: [Relation]

    /// Looks.
    init(_ connection: Connection) throws {
        let result = try connection.run(Self.statement)
        relations = (0..<result.rowCount).map { row in
            Relation(
                name: result.text(row, 0),
                table: result.text(row, 1),
                bytes: Int(result.int8(row, 2))
            )
        }
    }

    /// The bytes of everything of a table, indexes included.
    func bytes(ofTable table: String) -> Int {
        relations.reduce(0) { $0 + ($1.table == table ? $1.bytes : 0) }
    }

    /// The bytes of a table's indexes.
    func bytes(ofIndexesOf table: String) -> Int {
        bytes(ofTable: table) - (relations.first { $0.name == table }?.bytes ?? 0)
    }

    /// The bytes of everything.
    var total: Int { relations.reduce(0) { $0 + $1.bytes } }

    private static let statement = Statement(
        "bench.sizes",
        """
        SELECT c.relname::text, coalesce(t.relname, c.relname)::text, pg_table_size(c.oid)
        FROM pg_class AS c
        LEFT JOIN pg_index AS i ON i.indexrelid = c.oid
        LEFT JOIN pg_class AS t ON t.oid = i.indrelid
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'i')
            AND c.relname NOT LIKE 'bench%'
        ORDER BY pg_table_size(c.oid) DESC, c.relname
        LIMIT 200
        """
    )
}
