import Postgres
import TestSupport
import Testing

private let insert = Statement("insert", "INSERT INTO t AS t (i) VALUES ($1)")
private let count = Statement("count", "SELECT count(*) FROM t")
private struct Refusal: Error {}

@Suite("Transactions", .offPool)
struct TransactionTests {
    private func withTable(_ body: (Connection, TestDatabase) throws -> Void) async throws {
        try await withDatabase(migrated: false) { database in
            let connection = try database.connect()
            try connection.script("CREATE TABLE t (i int PRIMARY KEY)")
            try body(connection, database)
        }
    }

    @Test("Work is kept when the closure returns")
    func commits() async throws {
        try await withTable { connection, database in
            let answer = try connection.transaction {
                _ = try connection.run(insert, [.int4(1)])
                return "answer"
            }
            #expect(answer == "answer")
            #expect(connection.transactionStatus == .idle)
            try #expect(database.connect().run(count).int8(0, 0) == 1)
        }
    }

    @Test("Work is undone when the closure throws")
    func rollsBack() async throws {
        try await withTable { connection, _ in
            #expect(throws: Refusal.self) {
                try connection.transaction {
                    _ = try connection.run(insert, [.int4(1)])
                    throw Refusal()
                }
            }
            #expect(connection.transactionStatus == .idle)
            try #expect(connection.run(count).int8(0, 0) == 0)
        }
    }

    @Test("A failed statement that the closure hides does not pass for a commit")
    func hiddenFailure() async throws {
        try await withTable { connection, _ in
            let error = #expect(throws: PostgresError.self) {
                try connection.transaction {
                    _ = try connection.run(insert, [.int4(1)])
                    // The second is a duplicate; its error is what the closure hides.
                    _ = try? connection.run(insert, [.int4(1)])
                }
            }
            #expect(error?.sqlState == "25P02")
            #expect(connection.transactionStatus == .idle)
            try #expect(connection.run(count).int8(0, 0) == 0)
        }
    }

    @Test("A commit that fails leaves no transaction behind")
    func failedCommit() async throws {
        try await withTable { connection, _ in
            try connection.script(
                "CREATE TABLE c (i int REFERENCES t DEFERRABLE INITIALLY DEFERRED)"
            )
            let error = #expect(throws: PostgresError.self) {
                try connection.transaction {
                    _ = try connection.run(Statement("orphan", "INSERT INTO c VALUES (9)"))
                }
            }
            #expect(error?.sqlState == "23503")
            #expect(connection.transactionStatus == .idle)
        }
    }

    @Test("A snapshot does not see what is committed after it began")
    func snapshot() async throws {
        try await withTable { connection, database in
            let other = try database.connect()
            try connection.transaction(.snapshot) {
                try #expect(connection.run(count).int8(0, 0) == 0)
                _ = try other.run(insert, [.int4(1)])
                try #expect(connection.run(count).int8(0, 0) == 0)
            }
            try #expect(connection.run(count).int8(0, 0) == 1)
        }
    }

    @Test("A snapshot refuses to write")
    func snapshotIsReadOnly() async throws {
        try await withTable { connection, _ in
            let error = #expect(throws: PostgresError.self) {
                try connection.transaction(.snapshot) {
                    _ = try connection.run(insert, [.int4(1)])
                }
            }
            #expect(error?.sqlState == "25006")
        }
    }

    @Test("A connection that is cut within a transaction throws and is broken")
    func cut() async throws {
        try await withTable { connection, _ in
            let terminate = Statement("terminate", "SELECT pg_terminate_backend($1)")
            let error = #expect(throws: PostgresError.self) {
                try connection.transaction {
                    _ = try connection.run(terminate, [.int4(connection.serverProcess)])
                }
            }
            #expect(error?.isRetryable == true)
            #expect(connection.isBroken)
        }
    }

    @Test("Of two transactions in a deadlock one gets an error that is retryable")
    func deadlock() async throws {
        try await withDatabase(migrated: false) { database in
            let pool = database.pool(size: 2)
            let update = Statement("update", "UPDATE t SET i = i WHERE i = $1")
            try await pool.withConnection { connection in
                try connection.script("CREATE TABLE t (i int); INSERT INTO t VALUES (1), (2)")
            }
            let barrier = Barrier(of: 2)
            @Sendable func cross(_ first: Int32, _ second: Int32) async throws -> Bool {
                try await pool.withConnection { connection in
                    do {
                        try connection.transaction {
                            _ = try connection.run(update, [.int4(first)])
                            barrier.wait()
                            _ = try connection.run(update, [.int4(second)])
                        }
                        return false
                    } catch let error as PostgresError {
                        #expect(error.sqlState == "40P01")
                        #expect(error.isRetryable)
                        return true
                    }
                }
            }
            async let left = cross(1, 2)
            async let right = cross(2, 1)
            let failures = try await [left, right].count { $0 }
            #expect(failures == 1)
        }
    }
}
