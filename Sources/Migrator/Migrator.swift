package import Postgres

/// Brings a database's schema to a version, one step at a time.
///
/// The table `schema_migrations` says what a database has. Each step runs in its own transaction
/// together with its row there. All of it happens under a session-wide advisory lock, so that of
/// several servers that start at once one does the work and the others find it done. A database
/// that does not fit the program is not touched.
package struct Migrator: Sendable {
    /// The program's steps, oldest first.
    let migrations: [Migration]

    /// Makes a migrator; the steps' order is checked when it is used.
    package init(_ migrations: [Migration]) {
        self.migrations = migrations
    }

    /// Applies what is missing, up to `target` or to the newest, and answers what it applied.
    ///
    /// - Throws: `MigrationError`; `PostgresError` where no single step is to blame.
    @discardableResult
    package func up(_ connection: Connection, to target: Int? = nil) throws -> [Migration] {
        try exclusively(connection) {
            let current = try currentVersion(connection)
            let goal = target ?? max(current, migrations.count)
            guard current...max(current, migrations.count) ~= goal else {
                throw unknownTarget(goal, current)
            }
            let checksums = try checksums(connection)
            let pending = migrations[current..<goal]
            for migration in pending {
                try apply(migration, checksum: checksums[migration.version - 1], connection)
            }
            return Array(pending)
        }
    }

    /// Takes back every step above `target`, newest first; 0 takes back all.
    ///
    /// - Throws: `MigrationError`; `PostgresError` where no single step is to blame.
    package func down(_ connection: Connection, to target: Int) throws {
        try exclusively(connection) {
            let current = try currentVersion(connection)
            guard 0...current ~= target else { throw unknownTarget(target, current) }
            for migration in migrations[target..<current].reversed() {
                try revert(migration, connection)
            }
        }
    }

    /// Compares database and program, by version; it changes nothing and takes no lock.
    ///
    /// - Throws: `.programOutOfOrder`; `PostgresError`.
    package func status(_ connection: Connection) throws -> [MigrationStatus] {
        try checkProgram()
        let applied = try appliedMigrations(connection)
        let checksums = try checksums(connection)
        let known = migrations.map { migration in
            let row = applied.first { $0.version == migration.version }
            let isSame = row?.checksum == checksums[migration.version - 1]
            return MigrationStatus(
                version: migration.version,
                name: migration.name,
                state: row == nil ? .pending : isSame ? .applied : .changed,
                appliedAt: row?.appliedAt
            )
        }
        let unknown = applied.filter { $0.version > migrations.count }.map { row in
            MigrationStatus(
                version: row.version,
                name: row.name,
                state: .unknown,
                appliedAt: row.appliedAt
            )
        }
        return known + unknown
    }
}

extension Migrator {
    /// Checks that the program's steps are 1, 2, 3 and so on.
    private func checkProgram() throws(MigrationError) {
        for (index, migration) in migrations.enumerated() where migration.version != index + 1 {
            throw .programOutOfOrder(expected: index + 1, found: migration.version)
        }
    }

    /// The database's version, once it is certain that its steps are the program's first ones.
    private func currentVersion(_ connection: Connection) throws -> Int {
        try checkProgram()
        let applied = try appliedMigrations(connection)
        let checksums = try checksums(connection)
        for (index, row) in applied.enumerated() {
            guard row.version == index + 1 else {
                throw MigrationError.databaseOutOfOrder(missing: index + 1)
            }
            guard index < migrations.count else {
                throw MigrationError.databaseIsNewer(
                    version: row.version,
                    name: row.name,
                    newestKnown: migrations.count
                )
            }
            guard row.checksum == checksums[index] else {
                throw MigrationError.changed(version: row.version, name: row.name)
            }
        }
        return applied.count
    }

    private func unknownTarget(_ target: Int, _ current: Int) -> MigrationError {
        .unknownTarget(target, current: current, newestKnown: migrations.count)
    }
}
