import Migrations
import Migrator
import Postgres
import TestSupport
import Testing

@Suite("The migrator", .offPool)
struct MigratorTests {
    @Test("An empty database gets every step once")
    func up() async throws {
        try await withConnection { connection, _ in
            let first = try three.up(connection)
            let second = try three.up(connection)
            #expect(first.map(\.version) == [1, 2, 3])
            #expect(second.isEmpty)
            let names = try tables(connection)
            #expect(names == ["t1", "t2", "t3"])
        }
    }

    @Test("Steps can be taken one by one, forward and back")
    func stepwise() async throws {
        try await withConnection { connection, _ in
            try three.up(connection, to: 2)
            var names = try tables(connection)
            #expect(names == ["t1", "t2"])
            try three.down(connection, to: 1)
            names = try tables(connection)
            #expect(names == ["t1"])
            try three.up(connection)
            try three.down(connection, to: 0)
            names = try tables(connection)
            #expect(names.isEmpty)
        }
    }

    @Test("Another way back is no change: only what was applied counts")
    func changedDown() async throws {
        try await withConnection { connection, _ in
            try three.up(connection)
            let edited = Migrator([step(1), step(2), step(3, down: "DROP TABLE IF EXISTS t3")])
            try edited.down(connection, to: 2)
            let names = try tables(connection)
            #expect(names == ["t1", "t2"])
        }
    }

    @Test("The status of an untouched database is pending, and looking changes nothing")
    func untouched() async throws {
        try await withConnection { connection, _ in
            let status = try three.status(connection)
            #expect(status.map(\.state) == [.pending, .pending, .pending])
            #expect(status.allSatisfy { $0.appliedAt == nil })
            let table = try connection.run(
                Statement("table", "SELECT to_regclass('schema_migrations') IS NULL")
            )
            #expect(table.bool(0, 0))
        }
    }

    @Test("The status says when a step was applied")
    func appliedAt() async throws {
        try await withConnection { connection, _ in
            try three.up(connection, to: 1)
            let moment = try three.status(connection)[0].appliedAt ?? ""
            #expect(moment.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil, "\(moment)")
        }
    }

    @Test("The session's limits are what they were, after success and after failure")
    func limits() async throws {
        try await withConnection { connection, _ in
            let show = Statement(
                "show",
                "SELECT current_setting('statement_timeout'), current_setting('lock_timeout')"
            )
            func limits() throws -> [String] {
                let row = try connection.run(show)
                return [row.text(0, 0), row.text(0, 1)]
            }
            let before = try limits()
            try three.up(connection)
            let afterSuccess = try limits()
            #expect(throws: MigrationError.self) { try three.up(connection, to: 9) }
            let afterFailure = try limits()
            #expect(before == ["30s", "10s"])
            #expect(afterSuccess == before)
            #expect(afterFailure == before)
        }
    }

    @Test("Of servers that start at once one does the work, and the others find it done")
    func concurrent() async throws {
        try await withDatabase(migrated: false) { database in
            let pool = database.pool(size: 4)
            let slow = Migrator([step(1, up: "CREATE TABLE t1 (i int); SELECT pg_sleep(0.2)")])
            let counts = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask { try await pool.withConnection { try slow.up($0).count } }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(counts.sorted() == [0, 0, 0, 1])
        }
    }

    @Test("The product's own steps go up, all the way down and up again")
    func embedded() async throws {
        try await withConnection { connection, _ in
            let migrator = Migrator(
                embeddedMigrations.map {
                    Migration(version: $0.version, name: $0.name, up: $0.up, down: $0.down)
                }
            )
            try migrator.up(connection)
            try migrator.down(connection, to: 0)
            let left = try tables(connection)
            #expect(left.isEmpty)
            let applied = try migrator.up(connection)
            #expect(applied.count == embeddedMigrations.count)
        }
    }

    @Test("A test's database has the product's schema already")
    func template() async throws {
        try await withDatabase { database in
            let migrator = Migrator(
                embeddedMigrations.map {
                    Migration(version: $0.version, name: $0.name, up: $0.up, down: $0.down)
                }
            )
            let status = try migrator.status(database.connect())
            #expect(status.allSatisfy { $0.state == .applied })
        }
    }
}
