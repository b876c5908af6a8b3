import Postgres
import TestSupport
import Testing

private let whose = Statement("whose", "SELECT coalesce(current_setting('test.user', true), '')")
private let level = Statement("level", "SELECT current_setting('transaction_isolation')")
private let divide = Statement("divide", "SELECT 1 / $1")

extension TransactionScope {
    fileprivate static func user(_ name: String) -> TransactionScope {
        let open = Statement("scope", "SELECT set_config('test.user', $1, true)")
        return TransactionScope(open, [.text(name)])
    }
}

extension Connection {
    fileprivate func user() throws -> String { try run(whose).text(0, 0) }
}

@Suite("Scopes of transactions", .offPool)
struct TransactionScopeTests {
    private func withConnection(_ body: (Connection) throws -> Void) async throws {
        try await withDatabase(migrated: false) { try body($0.connect()) }
    }

    @Test("A statement, a pipeline and a transaction of each kind begin with the scope")
    func opened() async throws {
        try await withConnection { connection in
            try connection.scoped(.user("a")) {
                #expect(try connection.user() == "a")
                let single = try connection.pipeline([(whose, []), (divide, [.int4(1)])])
                #expect(single.count == 2 && single[0].text(0, 0) == "a")
                let whole = try connection.pipeline([(.begin, []), (whose, []), (.commit, [])])
                #expect(whole.count == 3 && whole[1].text(0, 0) == "a")
                #expect(whole[2].commandTag == "COMMIT")
                for mode in [TransactionMode.readWrite, .snapshot] {
                    let (user, isolation) = try connection.transaction(mode) {
                        (try connection.user(), try connection.run(level).text(0, 0))
                    }
                    #expect(user == "a")
                    #expect(isolation == (mode == .snapshot ? "repeatable read" : "read committed"))
                }
                #expect(try connection.pipeline([]).isEmpty)
            }
        }
    }

    @Test("Nothing of it is left behind, whether the work ends well or not")
    func ended() async throws {
        try await withConnection { connection in
            let failures: [() throws -> Void] = [
                { _ = try connection.run(divide, [.int4(0)]) },
                { _ = try connection.pipeline([(whose, []), (divide, [.int4(0)])]) },
                {
                    _ = try connection.pipeline([(.begin, []), (divide, [.int4(0)]), (.commit, [])])
                },
                { try connection.transaction { _ = try connection.run(divide, [.int4(0)]) } },
            ]
            for fail in failures {
                try connection.scoped(.user("a")) { _ = try connection.user() }
                #expect(try connection.user() == "")
                #expect(throws: PostgresError.self) {
                    try connection.scoped(.user("a")) { try fail() }
                }
                #expect(try connection.user() == "")
                #expect(connection.transactionStatus == .idle)
            }
            let nested = try connection.scoped(.user("a")) {
                let inner = try connection.scoped(.user("b")) { try connection.user() }
                return [inner, try connection.user()]
            }
            #expect(nested == ["b", "a"])
        }
    }

    @Test("A pool's job has the scope that it was given, and the next job on the session has none")
    func pooled() async throws {
        try await withDatabase(migrated: false) { database in
            let pool = database.pool(size: 1)
            let statement = whose
            let first = try await pool.withConnection(as: .user("a")) {
                try $0.run(statement).text(0, 0)
            }
            #expect(first == "a")
            await #expect(throws: PostgresError.self) {
                try await pool.withConnection(as: .user("a")) { connection in
                    _ = try connection.run(.begin)
                    _ = try connection.run(divide, [.int4(0)])
                }
            }
            let later = try await pool.withConnection { try $0.run(statement).text(0, 0) }
            #expect(later == "")
        }
    }
}
