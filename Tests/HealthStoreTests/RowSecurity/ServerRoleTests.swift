import Postgres
import TestSupport
import Testing

@testable import HealthStore

/// What the roles that serve may not do at all.
@Suite("Roles of the server", .offPool)
struct ServerRoleTests {
    @Test(
        "The server changes no schema, removes no trace and does not step out of its role",
        arguments: [
            "ALTER TABLE samples DISABLE ROW LEVEL SECURITY", "DROP POLICY own_rows ON samples",
            "ALTER TABLE samples ADD COLUMN x int", "DROP TABLE samples", "TRUNCATE samples",
            "CREATE TABLE x (y int)",
            "CREATE TRIGGER x BEFORE INSERT ON samples EXECUTE FUNCTION f()",
            "UPDATE audit_events SET actor = 'x'", "DELETE FROM audit_events",
            "TRUNCATE audit_events", "DELETE FROM server_keys", "UPDATE server_keys SET id = 2",
            "INSERT INTO schema_migrations (version, name, checksum) VALUES (99, 'x', 'x')",
            "SET ROLE tributary", "SET SESSION AUTHORIZATION tributary",
            "ALTER ROLE tributary_server BYPASSRLS", "ALTER ROLE tributary_server SUPERUSER",
            "CREATE ROLE x", "COPY samples TO PROGRAM 'true'", "COPY samples FROM STDIN",
        ]
    )
    func forbidden(sql: String) async throws {
        try await withStore { fixture in
            let server = try Connection(fixture.database.configuration)
            let error = #expect(throws: PostgresError.self) { try server.script(sql) }
            // COPY into a table with row-level security is not supported at all.
            let expected = sql.hasSuffix("STDIN") ? ["0A000", "42501"] : ["42501"]
            #expect(
                expected.contains(error?.sqlState ?? ""),
                "\(sql): \(String(describing: error))"
            )
        }
    }

    @Test("Asked to do without row-level security, the database refuses instead of showing more")
    func switchedOff() async throws {
        try await withStore { fixture in
            _ = try await fixture.makeNeighbours()
            let server = try Connection(fixture.database.configuration)
            try server.script("SET row_security = off")
            let error = #expect(throws: PostgresError.self) {
                try server.script("SELECT count(*) FROM samples")
            }
            #expect(error?.sqlState == "42501")
        }
    }

    @Test("Maintenance learns whose rows there are, and no value, name or secret")
    func maintenance() async throws {
        try await withStore { fixture in
            let (mine, other) = try await fixture.makeNeighbours()
            let server = try Connection(fixture.database.configuration)
            let users = Statement("whose", "SELECT DISTINCT user_id FROM samples ORDER BY user_id")
            let found = try server.scoped(.everyone) { try server.run(users).int8Column(0) }
            #expect(found == [mine.number, other.number].sorted())
            #expect(try server.run(users).rowCount == 0, "the role goes with the transaction")
            for sql in [
                "SELECT value FROM samples", "SELECT start_us FROM samples",
                "SELECT hash FROM tokens",
                "SELECT * FROM characteristics", "SELECT sums FROM day_totals",
                "SELECT hash FROM sessions", "SELECT key FROM server_keys",
                "SELECT actor FROM audit_events", "DELETE FROM samples", "DELETE FROM user_streams",
                "UPDATE user_streams SET last_position = 0",
            ] {
                let error = #expect(throws: PostgresError.self) {
                    try server.scoped(.everyone) {
                        _ = try server.run(Statement("refused_\(sql.hashValue)", sql))
                    }
                }
                #expect(error?.sqlState == "42501", "\(sql)")
            }
        }
    }

    @Test("A pooled session shows the next caller nothing of the last one's")
    func pooled() async throws {
        try await withStore(poolSize: 1) { fixture in
            let (mine, _) = try await fixture.makeNeighbours()
            let pool = fixture.database.pool(size: 1)
            let count = Statement("count", "SELECT count(*) FROM samples")
            let seen = try await pool.withConnection(as: .user(mine)) {
                try $0.run(count).int8(0, 0)
            }
            #expect(seen > 0)
            await #expect(throws: PostgresError.self) {
                try await pool.withConnection(as: .user(mine)) { connection in
                    _ = try connection.pipeline([
                        (count, []), (Statement("broken", "SELECT 1 / 0"), []),
                    ])
                }
            }
            let later = try await pool.withConnection { try $0.run(count).int8(0, 0) }
            #expect(later == 0)
        }
    }
}
