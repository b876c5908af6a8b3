import Foundation
import Postgres
import TestSupport
import Testing

@testable import HealthStore

/// What the server's role gets to see and to write, whatever a statement says.
@Suite("Row-level security at work", .offPool)
struct RowIsolationTests {
    @Test("Of no guarded table another's rows are seen, and none at all for nobody")
    func unseen() async throws {
        try await withStore { fixture in
            let (mine, other) = try await fixture.makeNeighbours()
            let server = try Connection(fixture.database.configuration)
            let tables = try await fixture.tablesOfUsers().filter {
                $0 != "users" && GuardedTables.exceptions[$0] == nil
            }
            #expect(tables.count > 15)
            for table in tables {
                let count = Statement("count_\(table)", "SELECT count(*) FROM \(table)")
                let rows = try await fixture.count(table, of: mine)
                #expect(rows > 0, "\(table)")
                #expect(try server.run(count).int8(0, 0) == 0, "\(table) for nobody")
                let own = try server.scoped(.user(mine)) { try server.run(count).int8(0, 0) }
                #expect(own == rows, "\(table)")
                let others = try await fixture.count(table, of: other)
                let theirs = try server.scoped(.user(other)) { try server.run(count).int8(0, 0) }
                #expect(theirs == others, "\(table)")
                #expect(try server.run(count).int8(0, 0) == 0, "\(table) afterwards")
            }
        }
    }

    @Test("A statement of the store that has lost its predicate finds nothing of others")
    func forgotten() async throws {
        try await withStore { fixture in
            let owner = try fixture.database.connect()
            try owner.script(planFill)
            let server = try Connection(fixture.database.configuration)
            // No such user: whatever comes back is somebody else's.
            try server.script("SELECT set_config('tributary.user', '999999', false)")
            var meaningful = 0
            for statement in HealthStore.statements where statement.isWeakenedQuestion {
                let weak = statement.weakened
                guard let found = try? owner.rowsOfWeak(weak), found > 0 else { continue }
                let seen = try server.rowsOfWeak(weak)
                if seen > 0 {
                    #expect(weak.sql.isOneRowForNothing, "\(statement.name) sees \(seen) rows")
                } else {
                    meaningful += 1
                }
            }
            print("statements without their predicate that find nothing: \(meaningful)")
            #expect(meaningful >= 25)
        }
    }

    @Test("No row is written for another, nor given to another, nor taken from one")
    func unwritten() async throws {
        try await withStore { fixture in
            let (mine, other) = try await fixture.makeNeighbours()
            let server = try Connection(fixture.database.configuration)
            let refused = [
                "INSERT INTO dirty_days (user_id, type_id, day) VALUES (\(other.number), 1, 1)",
                "INSERT INTO grants (user_id, client_id, type_id) VALUES (\(other.number), 1, 7)",
                "INSERT INTO user_streams (user_id) VALUES (\(other.number + 1))",
                "UPDATE source_types SET user_id = \(other.number)",
            ]
            for (index, sql) in refused.enumerated() {
                let error = #expect(throws: PostgresError.self) {
                    try server.scoped(.user(mine)) {
                        _ = try server.run(Statement("refused_\(index)", sql))
                    }
                }
                #expect(error?.sqlState == "42501", "\(sql)")
                #expect(error?.message.contains("row-level security") == true, "\(sql)")
            }
            let before = try await fixture.count("samples", of: other)
            let gone = try server.scoped(.user(mine)) {
                try server.run(Statement("delete_all", "DELETE FROM samples")).affectedRows
            }
            #expect(gone > 0)
            #expect(try await fixture.count("samples", of: other) == before && before > 0)
        }
    }
}

extension Statement {
    /// Whether it asks, without locks, for rows of the user in `$1`.
    fileprivate var isWeakenedQuestion: Bool {
        sql.hasPrefix("SELECT") && sql.contains("user_id = $1") && !sql.contains(" FOR ")
    }

    /// The same without a word about whose rows they are.
    fileprivate var weakened: Statement {
        let predicate = #/([a-z]+\.)?user_id = \$1/#
        return Statement(name, sql.replacing(predicate, with: "$1::int8 IS NOT NULL"))
    }
}

extension String {
    /// Whether it gives a row though there is nothing: aggregates, and what asks whether there is.
    fileprivate var isOneRowForNothing: Bool {
        let words = [
            "SELECT count(", "SELECT max(", "SELECT min(", "SELECT least(", "SELECT EXISTS",
        ]
        return words.contains { hasPrefix($0) }
            || contains(#/^SELECT\s+(\(|EXISTS|coalesce|count|max|min)/#)
    }
}

extension Connection {
    /// How many rows a weakened statement finds, with the values its plan is tested with.
    fileprivate func rowsOfWeak(_ statement: Statement) throws -> Int {
        let count = SQLText(statement).parameterCount
        let values = Self.values[statement.name] ?? ["1", "1", "10", "20", "64"]
        try script("PREPARE weak AS \(statement.sql)")
        defer { try? script("DEALLOCATE weak") }
        let arguments = values.prefix(count).joined(separator: ", ")
        let mark = String(UInt32(truncatingIfNeeded: statement.sql.hashValue), radix: 36)
        return try run(Statement("weak_\(mark)", "EXECUTE weak(\(arguments))")).rowCount
    }
}

extension StoreFixture {
    /// Makes two users with rows in every table.
    func makeNeighbours() async throws -> (UserID, UserID) {
        let users = (
            try await makeFullUser("com.example.one"), try await makeFullUser("com.example.two")
        )
        for user in [users.0, users.1] {
            try database.connect().script(
                """
                INSERT INTO authorization_requests (
                    user_id, id, client_id, user_code, share, read, created_us, expires_us, interval_s
                ) VALUES (\(user.number), gen_random_uuid(), 1, 'BCDFGHJK', '{}', '{}', 0, 0, 5)
                ON CONFLICT DO NOTHING;
                INSERT INTO access_codes (user_id, id, hash, created_us, expires_us)
                VALUES (\(user.number), gen_random_uuid(), sha256('x'), 0, 0);
                INSERT INTO sessions (user_id, id, hash, created_us, used_us, expires_us)
                VALUES (\(user.number), gen_random_uuid(), sha256('x'), 0, 0, 0);
                """
            )
        }
        return users
    }
}
