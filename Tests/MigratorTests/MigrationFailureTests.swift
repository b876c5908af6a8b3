import Migrator
import Postgres
import TestSupport
import Testing

private func failure(_ body: () throws -> Void) -> MigrationError? {
    #expect(throws: MigrationError.self) { try body() }
}

@Suite("The migrator, when something is wrong", .offPool)
struct MigrationFailureTests {
    @Test("A failing step leaves nothing behind and keeps the earlier ones")
    func failing() async throws {
        try await withConnection { connection, _ in
            let broken = step(2, up: "CREATE TABLE t2 (i int);\n\nSELECT * FORM t2;")
            let error = failure { try Migrator([step(1), broken, step(3)]).up(connection) }
            guard case .failed(2, "step2", let line, let cause) = error else {
                Issue.record("another error: \(String(describing: error))")
                return
            }
            #expect(line == 3)
            #expect(cause.sqlState == "42601")
            #expect(error?.description.contains("migration 2 (step2) failed at line 3") == true)
            #expect(error?.description.contains("42601") == true)
            let names = try tables(connection)
            #expect(names == ["t1"])
            #expect(connection.transactionStatus == .idle)
            let applied = try three.up(connection)
            #expect(applied.map(\.version) == [2, 3])
        }
    }

    @Test("A step that fails at its end is undone as a whole")
    func failingLate() async throws {
        try await withConnection { connection, _ in
            let broken = step(1, up: "CREATE TABLE t1 (i int); SELECT 1/0")
            #expect(failure { try Migrator([broken]).up(connection) } != nil)
            let names = try tables(connection)
            #expect(names.isEmpty)
        }
    }

    @Test("A step that cannot be taken back stays")
    func failingDown() async throws {
        try await withConnection { connection, _ in
            let migrator = Migrator([step(1), step(2, down: "DROP TABLE nowhere")])
            try migrator.up(connection)
            let error = failure { try migrator.down(connection, to: 0) }
            #expect(error?.description.contains("42P01") == true)
            let states = try migrator.status(connection).map(\.state)
            #expect(states == [.applied, .applied])
        }
    }

    @Test("A step that ends its transaction is refused")
    func leavesTransaction() async throws {
        try await withConnection { connection, _ in
            let migrator = Migrator([step(1, up: "CREATE TABLE t1 (i int); COMMIT")])
            guard case .leftTransaction(1, "step1") = failure({ try migrator.up(connection) })
            else {
                Issue.record("it must be refused")
                return
            }
            let states = try migrator.status(connection).map(\.state)
            #expect(states == [.pending])
        }
    }

    @Test("A changed step stops everything and is named")
    func changed() async throws {
        try await withConnection { connection, _ in
            try three.up(connection, to: 2)
            let edited = Migrator([step(1), step(2, up: "SELECT 1"), step(3)])
            for body in [{ try edited.up(connection) }, { try edited.down(connection, to: 0) }]
                as [() throws -> Any]
            {
                guard case .changed(2, "step2") = failure({ _ = try body() }) else {
                    Issue.record("it must be refused")
                    return
                }
            }
            let states = try edited.status(connection).map(\.state)
            #expect(states == [.applied, .changed, .pending])
            let names = try tables(connection)
            #expect(names == ["t1", "t2"])
        }
    }

    @Test("A database that is newer than the program is not touched")
    func newer() async throws {
        try await withConnection { connection, _ in
            try three.up(connection)
            let old = Migrator([step(1), step(2)])
            guard case .databaseIsNewer(3, "step3", 2) = failure({ try old.up(connection) }) else {
                Issue.record("it must be refused")
                return
            }
            #expect(failure { try old.down(connection, to: 0) } != nil)
            let last = try old.status(connection).last
            #expect(last?.state == .unknown)
            #expect(last?.name == "step3")
            let names = try tables(connection)
            #expect(names == ["t1", "t2", "t3"])
        }
    }

    @Test(
        "Steps that are not 1, 2, 3 are refused before anything happens",
        arguments: [[2], [1, 3], [1, 1], [2, 1], [0, 1]]
    )
    func gaps(versions: [Int]) async throws {
        try await withConnection { connection, _ in
            let migrator = Migrator(versions.map { step($0) })
            guard case .programOutOfOrder = failure({ try migrator.up(connection) }),
                case .programOutOfOrder = failure({ _ = try migrator.status(connection) })
            else {
                Issue.record("it must be refused")
                return
            }
            let names = try tables(connection)
            #expect(names.isEmpty)
        }
    }

    @Test("A gap in the database is refused")
    func gapInDatabase() async throws {
        try await withConnection { connection, _ in
            try three.up(connection)
            try connection.script("DELETE FROM schema_migrations WHERE version = 2")
            guard case .databaseOutOfOrder(2) = failure({ try three.up(connection) }) else {
                Issue.record("it must be refused")
                return
            }
            let states = try three.status(connection).map(\.state)
            #expect(states == [.applied, .pending, .applied])
        }
    }

    @Test("There is no way to a version that does not exist", arguments: [-1, 4, 1])
    func unknownTarget(target: Int) async throws {
        try await withConnection { connection, _ in
            try three.up(connection, to: 2)
            guard case .unknownTarget = failure({ try three.up(connection, to: target) }) else {
                Issue.record("up must refuse \(target)")
                return
            }
            guard target != 1 else { return }
            #expect(failure { try three.down(connection, to: target) } != nil)
        }
    }

    @Test("The lock is free again after a failure")
    func lockIsFree() async throws {
        try await withConnection { connection, database in
            #expect(failure { try three.up(connection, to: 9) } != nil)
            let other = try database.connect()
            let applied = try three.up(other)
            #expect(applied.count == 3)
        }
    }
}
