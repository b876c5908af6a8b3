import Postgres

extension Migrator {
    /// Runs one step and notes it, in one transaction.
    func apply(_ migration: Migration, checksum: String, _ connection: Connection) throws {
        try step(migration, migration.up, connection) {
            _ = try connection.run(
                MigrationStatement.insert,
                [.int4(Int32(migration.version)), .text(migration.name), .text(checksum)]
            )
        }
    }

    /// Takes one step back and forgets it, in one transaction.
    func revert(_ migration: Migration, _ connection: Connection) throws {
        try step(migration, migration.down, connection) {
            _ = try connection.run(MigrationStatement.delete, [.int4(Int32(migration.version))])
        }
    }

    private func step(
        _ migration: Migration,
        _ sql: [UInt8],
        _ connection: Connection,
        _ note: () throws -> Void
    ) throws {
        let text = String(decoding: sql, as: UTF8.self)
        do {
            try connection.transaction {
                try connection.script(text)
                guard connection.transactionStatus == .inTransaction else {
                    throw MigrationError.leftTransaction(
                        version: migration.version,
                        name: migration.name
                    )
                }
                try note()
            }
        } catch let error as PostgresError {
            throw MigrationError.failed(
                version: migration.version,
                name: migration.name,
                line: error.position.map { line(of: $0, in: text) },
                cause: error
            )
        }
    }

    /// The line, from 1, of a character that PostgreSQL counted from 1.
    private func line(of position: Int, in text: String) -> Int {
        1 + text.unicodeScalars.prefix(position - 1).count { $0 == "\n" }
    }
}
