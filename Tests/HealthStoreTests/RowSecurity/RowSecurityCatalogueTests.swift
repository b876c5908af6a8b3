import Postgres
import TestSupport
import Testing

@testable import HealthStore

/// What the schema says about who may see what.
@Suite("Row-level security in the schema", .offPool)
struct RowSecurityCatalogueTests {
    @Test("Every table of users is guarded for everybody, its owner too, or is a known exception")
    func guarded() async throws {
        try await withStore { fixture in
            let rows = try fixture.database.connect().run(
                Statement("test_tables", GuardedTables.list)
            )
            var seen: Set<String> = []
            for row in 0..<rows.rowCount {
                let table = rows.text(row, 0)
                #expect(rows.bool(row, 4), "\(table): the server may not read it")
                #expect(!rows.bool(row, 5), "\(table): the server may do more than rows")
                guard rows.bool(row, 1) else { continue }
                seen.insert(table)
                let isException = GuardedTables.exceptions[table] != nil
                #expect(
                    rows.bool(row, 2) != isException,
                    "\(table) needs row-level security, enabled and forced, or a reason"
                )
                #expect(rows.bool(row, 3) != isException, "\(table) needs the policy own_rows")
            }
            #expect(seen.count > 18)
            #expect(seen.isSuperset(of: GuardedTables.exceptions.keys))
        }
    }

    @Test("Whoever takes a connection says for whom, but where no rows of users are touched")
    func scopes() throws {
        let function = #/func (\w+)/#
        var bare: [String] = []
        for text in try StatementRuleTests.sourceFiles() {
            var name = ""
            for line in text.split(separator: "\n") {
                if let match = line.firstMatch(of: function) { name = String(match.output.1) }
                if line.contains("withConnection {") { bare.append(name) }
            }
        }
        // Users, clients, tokens, templates, webhooks, keys, audit; none of these has row-level
        // security.
        let known = [
            "activeWebhooks", "adminTokens", "administrator", "auditEvents", "changeClient",
            "client",
            "clients", "createAdminToken", "createClient", "deleteGrantTemplate", "grantTemplate",
            "grantTemplates", "noteUses", "ping", "putGrantTemplate", "record", "revokeAdminToken",
            "revokeToken", "rotateAdminToken", "sealingKey", "tokens", "user", "users",
        ]
        #expect(bare.sorted() == known)
    }

    @Test("The roles that serve cannot pass by, and one cannot be the other by itself")
    func roles() async throws {
        try await withStore { fixture in
            let rows = try fixture.database.connect().run(
                Statement(
                    "test_roles",
                    """
                    SELECT rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication
                        OR rolinherit
                    FROM pg_roles
                    WHERE rolname IN ('tributary_server', 'tributary_maintenance')
                    """
                )
            )
            #expect(rows.boolColumn(0) == [false, false])
        }
    }
}

extension QueryResult {
    fileprivate func boolColumn(_ column: Int) -> [Bool] {
        (0..<rowCount).map { bool($0, column) }
    }
}
