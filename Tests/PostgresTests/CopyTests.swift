import Postgres
import TestSupport
import Testing

private struct Refusal: Error {}

@Suite("COPY", .offPool)
struct CopyTests {
    private let sql = "COPY t (i, d, u, s, b, j, a, f, n) FROM STDIN WITH (FORMAT binary)"
    private let count = Statement("count", "SELECT count(*), sum(i)::int8 FROM t")

    private func withTable(_ body: (Connection) throws -> Void) async throws {
        try await withDatabase(migrated: false) { database in
            let connection = try database.connect()
            try connection.script(
                """
                CREATE TABLE t (
                    i int8 PRIMARY KEY, d float8, u uuid, s text, b bytea, j jsonb, a float8[],
                    f bool, n int4
                )
                """
            )
            try body(connection)
        }
    }

    private func fill(_ row: inout CopyRow, _ index: Int64) {
        row.int8(index)
        row.float8(index == 0 ? .nan : Double(index))
        row.uuid(UInt128(index))
        row.text("row \(index)")
        row.bytea([1])
        row.jsonb(Array("[\(index)]".utf8))
        row.bind(.optionalFloat8Array([nil, 1]))
        row.bool(index == 0)
        row.int4(nil)
    }

    @Test("Rows arrive whole, more of them than the buffer holds")
    func manyRows() async throws {
        try await withTable { connection in
            let copied = try connection.copyIn("fill", sql) { writer in
                for index in 0..<20_000 as Range<Int64> {
                    try writer.row { fill(&$0, index) }
                }
            }
            #expect(copied == 20_000)
            let totals = try connection.run(count)
            #expect(totals.int8(0, 0) == 20_000)
            #expect(totals.int8(0, 1) == 19_999 * 10_000)
            let row = try connection.run(
                Statement("first", "SELECT d, u, s, b, j, a, f, n FROM t WHERE i = 0")
            )
            #expect(row.float8(0, 0).isNaN)
            #expect(row.uuid(0, 1) == 0)
            #expect(row.text(0, 2) == "row 0")
            #expect(row.bytea(0, 3) == [1])
            #expect(row.jsonb(0, 4) == Array("[0]".utf8))
            #expect(row.float8Array(0, 5) == [nil, 1])
            #expect(row.bool(0, 6))
            #expect(row.optionalInt4(0, 7) == nil)
        }
    }

    @Test("No rows are no error")
    func noRows() async throws {
        try await withTable { connection in
            try #expect(connection.copyIn("fill", sql) { _ in } == 0)
        }
    }

    @Test("A closure that throws leaves nothing behind but its error", arguments: [1, 5000])
    func closureThrows(rows: Int64) async throws {
        try await withTable { connection in
            #expect(throws: Refusal.self) {
                try connection.copyIn("fill", sql) { writer in
                    for index in 0..<rows { try writer.row { fill(&$0, index) } }
                    throw Refusal()
                }
            }
            #expect(connection.transactionStatus == .idle)
            try #expect(connection.run(count).int8(0, 0) == 0)
        }
    }

    @Test("A duplicate is the server's error, with the name and without the value")
    func duplicate() async throws {
        try await withTable { connection in
            let error = #expect(throws: PostgresError.self) {
                try connection.copyIn("fill", sql) { writer in
                    try writer.row { fill(&$0, 424_242) }
                    try writer.row { fill(&$0, 424_242) }
                }
            }
            #expect(error?.sqlState == "23505")
            #expect(error?.queryName == "fill")
            #expect(error?.debugDescription.contains("424242") == false)
            try #expect(connection.run(count).int8(0, 0) == 0)
        }
    }

    @Test("Too few columns or a wrong width are refused and break nothing")
    func wrongRow() async throws {
        try await withTable { connection in
            let few = #expect(throws: PostgresError.self) {
                try connection.copyIn("fill", sql) { try $0.row { $0.int8(1) } }
            }
            #expect(few?.sqlState == "22P04")
            let narrow = #expect(throws: PostgresError.self) {
                try connection.copyIn("narrow", "COPY t (i) FROM STDIN WITH (FORMAT binary)") {
                    try $0.row { $0.int4(1) }
                }
            }
            #expect(narrow?.sqlState == "08P01")
            #expect(narrow?.isRetryable == false)
            try #expect(connection.run(count).int8(0, 0) == 0)
        }
    }

    @Test(
        "Whatever is no binary COPY is refused and breaks nothing",
        arguments: [
            ("SELECT 1", nil), ("COPY t FROM STDIN", nil),
            ("COPY nowhere FROM STDIN WITH (FORMAT binary)", "42P01"),
        ]
    )
    func noCopy(sql: String, state: String?) async throws {
        try await withTable { connection in
            let error = #expect(throws: PostgresError.self) {
                try connection.copyIn("wrong", sql) { _ in }
            }
            #expect(error?.sqlState == state)
            #expect(error?.code == (state == nil ? .protocolViolation : .server))
            #expect(!connection.isBroken)
            try #expect(connection.run(count).int8(0, 0) == 0)
        }
    }

    @Test("A COPY inside a transaction is undone with it")
    func insideTransaction() async throws {
        try await withTable { connection in
            #expect(throws: Refusal.self) {
                try connection.transaction {
                    let copied = try connection.copyIn("fill", sql) { writer in
                        try writer.row { fill(&$0, 1) }
                    }
                    #expect(copied == 1)
                    throw Refusal()
                }
            }
            try #expect(connection.run(count).int8(0, 0) == 0)
        }
    }
}
