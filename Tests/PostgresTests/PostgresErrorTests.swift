import Postgres
import TestSupport
import Testing

@Suite("Errors", .offPool)
struct PostgresErrorTests {
    @Test(
        "What may pass is retryable, and nothing else",
        arguments: [
            ("40001", true), ("40P01", true), ("08006", true), ("08P01", false), ("57P01", true),
            ("57P02", true), ("57P03", true), ("23505", false), ("42601", false),
            ("57014", false), ("28P01", false), ("XX000", false),
        ]
    )
    func retryable(state: String, expected: Bool) {
        #expect(PostgresError(.server, sqlState: state, message: "x").isRetryable == expected)
    }

    @Test("A lost connection without a word and a moved shard are retryable")
    func retryableByMessage() {
        let moved = "could not find valid entry for shard 102082"
        #expect(PostgresError(.connection, message: "lost").isRetryable)
        #expect(PostgresError(.server, sqlState: "XX000", message: moved).isRetryable)
        #expect(!PostgresError(.poolClosed, message: "closed").isRetryable)
    }

    @Test(
        "A text of libpq tells whether the connection is gone",
        arguments: [
            ("server closed the connection unexpectedly", true),
            ("could not receive data from server: Connection reset by peer", true),
            ("could not send data to server: Broken pipe", true),
            ("SSL connection has been closed unexpectedly", true),
            ("no connection to the server", true),
            ("another command is already in progress", false), ("out of memory", false),
        ]
    )
    func loss(message: String, expected: Bool) {
        #expect(PostgresError.tellsOfLoss(message) == expected)
    }

    @Test("The description leaves detail and hint to the debug description")
    func descriptions() {
        let error = PostgresError(
            .server,
            sqlState: "42P01",
            message: "no such table",
            detail: "the detail",
            hint: "the hint",
            position: 15,
            queryName: "find"
        )
        #expect(error.description == "server 42P01 in find: no such table")
        #expect(
            error.debugDescription
                == "\(error) (at character 15); detail: the detail; hint: the hint"
        )
    }

    @Test("A syntax error keeps SQLSTATE, name and place")
    func syntaxError() async throws {
        try await withDatabase(migrated: false) { database in
            let connection = try database.connect()
            let error = try #require(throws: PostgresError.self) {
                try connection.run(Statement("broken", "SELECT * FORM nowhere"))
            }
            #expect(error.code == .server)
            #expect(error.sqlState == "42601")
            #expect(error.queryName == "broken")
            #expect(error.position == 10)
            #expect(!error.isRetryable)
            try #expect(connection.run(Statement("one", "SELECT 1")).int4(0, 0) == 1)
        }
    }

    static let leaks: [(String, Bind, String)] = [
        ("SELECT $1::int", .text("s3cret"), "22P02"),
        ("SELECT $1::uuid", .text("s3cret \" quoted"), "22P02"),
        ("SELECT $1::jsonb", .text("{s3cret}"), "22P02"),
        ("SELECT $1::timestamptz", .text("s3cret"), "22007"),
        ("SELECT ($1 || '99999999999999')::int", .text("7331"), "22003"),
        ("INSERT INTO people (name) VALUES ($1), ($1)", .text("s3cret"), "23505"),
        ("INSERT INTO people (name, age) VALUES ($1, -1)", .text("s3cret"), "23514"),
        ("INSERT INTO people (name, age) VALUES ($1, NULL)", .text("s3cret"), "23502"),
    ]

    @Test("No bind value is in any error", arguments: leaks)
    func noValues(sql: String, bind: Bind, state: String) async throws {
        try await withDatabase(migrated: false) { database in
            let connection = try database.connect()
            try connection.script(
                """
                CREATE TABLE people (
                    name text PRIMARY KEY, age int NOT NULL DEFAULT 1 CHECK (age > 0)
                )
                """
            )
            let error = try #require(throws: PostgresError.self) {
                try connection.run(Statement("leak", sql), [bind])
            }
            #expect(error.sqlState == state)
            #expect(error.queryName == "leak")
            for text in [error.description, error.debugDescription, "\(dump: error)"] {
                #expect(!text.contains("s3cret") && !text.contains("7331"), "\(text)")
            }
        }
    }

    @Test("A text with U+0000 is refused by the server, not cut short")
    func zeroCharacter() async throws {
        try await withDatabase(migrated: false) { database in
            let connection = try database.connect()
            let error = #expect(throws: PostgresError.self) {
                try connection.run(Statement("zero", "SELECT $1"), [.text("a\u{0}b")])
            }
            #expect(error?.sqlState == "22021")
        }
    }
}

extension DefaultStringInterpolation {
    /// Everything that is stored in a value, as a careless log line would print it.
    mutating func appendInterpolation(dump value: Any) {
        var text = ""
        dump(value, to: &text)
        appendLiteral(text)
    }
}
