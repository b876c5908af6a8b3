import Postgres
import TestSupport
import Testing

private let echo = Statement("echo", "SELECT $1")
private let divide = Statement("divide", "SELECT 1 / $1")
private let insert = Statement("insert", "INSERT INTO t AS t (i) VALUES ($1)")
private let count = Statement("count", "SELECT count(*) FROM t")

@Suite("Pipelines", .offPool)
struct PipelineTests {
    private func withTable(_ body: (Connection) throws -> Void) async throws {
        try await withDatabase(migrated: false) { database in
            let connection = try database.connect()
            try connection.script("CREATE TABLE t (i int PRIMARY KEY)")
            try body(connection)
        }
    }

    @Test("Results come in the order of the steps")
    func order() async throws {
        try await withTable { connection in
            let results = try connection.pipeline([
                (.begin, []), (insert, [.int4(5)]), (count, []), (echo, [.text("x")]),
                (.commit, []),
            ])
            #expect(results.count == 5)
            #expect(results[1].affectedRows == 1)
            #expect(results[2].int8(0, 0) == 1)
            #expect(results[3].text(0, 0) == "x")
            #expect(results[4].commandTag == "COMMIT")
            #expect(connection.transactionStatus == .idle)
        }
    }

    @Test("No steps give no results")
    func empty() async throws {
        try await withTable { connection in
            try #expect(connection.pipeline([]).isEmpty)
        }
    }

    @Test("An error in the middle is the one thrown, undoes the transaction and breaks nothing")
    func errorInTheMiddle() async throws {
        try await withTable { connection in
            let error = #expect(throws: PostgresError.self) {
                try connection.pipeline([
                    (.begin, []), (insert, [.int4(1)]), (divide, [.int4(0)]),
                    (insert, [.int4(1)]), (.commit, []),
                ])
            }
            #expect(error?.sqlState == "22012")
            #expect(error?.queryName == "divide")
            #expect(connection.transactionStatus == .idle)
            #expect(!connection.isBroken)
            try #expect(connection.run(count).int8(0, 0) == 0)
            try #expect(connection.pipeline([(divide, [.int4(1)])])[0].int4(0, 0) == 1)
        }
    }

    @Test("A statement that cannot be prepared fails its pipeline alone")
    func preparationFails() async throws {
        try await withTable { connection in
            let broken = Statement("broken", "SELECT nothing")
            let late = Statement("late", "SELECT 7")
            let error = #expect(throws: PostgresError.self) {
                try connection.pipeline([(echo, [.text("x")]), (broken, []), (late, [])])
            }
            #expect(error?.sqlState == "42703")
            #expect(error?.queryName == "broken")
            try #expect(connection.run(late).int4(0, 0) == 7)
            try #expect(connection.run(echo, [.text("y")]).text(0, 0) == "y")
        }
    }

    @Test("A pipeline inside a transaction leaves the rollback to it")
    func insideTransaction() async throws {
        try await withTable { connection in
            #expect(throws: PostgresError.self) {
                try connection.transaction {
                    _ = try connection.run(insert, [.int4(1)])
                    // The second is a duplicate.
                    _ = try? connection.pipeline([(insert, [.int4(2)]), (insert, [.int4(2)])])
                    #expect(connection.transactionStatus == .inError)
                }
            }
            try #expect(connection.run(count).int8(0, 0) == 0)
        }
    }

    @Test("A name conflict inside a pipeline is found before anything is sent")
    func nameConflict() async throws {
        try await withTable { connection in
            let error = #expect(throws: PostgresError.self) {
                try connection.pipeline([
                    (insert, [.int4(1)]), (echo, [.int8(1)]), (echo, [.text("x")]),
                ])
            }
            #expect(error?.code == .protocolViolation)
            #expect(error?.queryName == "echo")
            #expect(connection.transactionStatus == .idle)
            try #expect(connection.run(count).int8(0, 0) == 0)
        }
    }

    @Test("A step that libpq refuses fails the pipeline, and the rest is drained")
    func refusedStep() async throws {
        try await withTable { connection in
            let many = [Bind](repeating: .int4(1), count: 70_000)
            let error = #expect(throws: PostgresError.self) {
                try connection.pipeline([
                    (.begin, []), (insert, [.int4(1)]), (Statement("many", "SELECT 1"), many),
                    (.commit, []),
                ])
            }
            #expect(error?.queryName == "many")
            #expect(connection.transactionStatus == .idle)
            try #expect(connection.run(count).int8(0, 0) == 0)
        }
    }

    @Test("Five thousand steps with large values both ways do not lock up")
    func huge() async throws {
        try await withTable { connection in
            let text = String(repeating: "x", count: 4000)
            let steps = (0..<5000).map { index in
                (statement: echo, binds: [Bind.text("\(index) \(text)")])
            }
            let results = try connection.pipeline(steps)
            #expect(results.count == 5000)
            #expect(results.last?.text(0, 0).hasPrefix("4999 x") == true)
        }
    }

    @Test("Small questions with enormous answers do not lock up")
    func largeAnswers() async throws {
        try await withTable { connection in
            let series = Statement("series", "SELECT generate_series(1, $1)::int8")
            let steps = (0..<500).map { _ in (statement: series, binds: [Bind.int4(10_000)]) }
            let results = try connection.pipeline(steps)
            #expect(results.allSatisfy { $0.rowCount == 10_000 })
        }
    }

    @Test("A failing first step of many still drains them all")
    func failsFirst() async throws {
        try await withTable { connection in
            let steps = (0..<5000).map { (statement: divide, binds: [Bind.int4(Int32($0))]) }
            let error = #expect(throws: PostgresError.self) { try connection.pipeline(steps) }
            #expect(error?.sqlState == "22012")
            try #expect(connection.run(echo, [.text("alive")]).text(0, 0) == "alive")
        }
    }

    @Test("A connection that is cut in the middle throws and is broken")
    func cut() async throws {
        try await withTable { connection in
            let end = Statement("end", "SELECT pg_terminate_backend(pg_backend_pid())")
            let steps = [(statement: end, binds: [Bind]())]
            let after = (0..<200).map { _ in (statement: echo, binds: [Bind.text("x")]) }
            let error = #expect(throws: PostgresError.self) {
                try connection.pipeline(steps + after)
            }
            #expect(error?.code == .connection)
            #expect(error?.isRetryable == true)
            #expect(connection.isBroken)
        }
    }

    @Test("A pipeline on a dead connection throws at once")
    func dead() async throws {
        try await withTable { connection in
            let end = Statement("end", "SELECT pg_terminate_backend(pg_backend_pid())")
            #expect(throws: PostgresError.self) { try connection.run(end) }
            let error = #expect(throws: PostgresError.self) {
                try connection.pipeline([(echo, [.text("x")])])
            }
            #expect(error?.code == .connection)
        }
    }
}
