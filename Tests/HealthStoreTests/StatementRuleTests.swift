import Foundation
import Postgres
import TestSupport
import Testing

@testable import HealthStore

/// Rules that keep the statements fit for a database distributed by user.
@Suite("Rules for statements", .offPool)
struct StatementRuleTests {
    private static let statements = HealthStore.statements.map(SQLText.init)

    /// Tables without rows of users, or found by something else than the user.
    private static let shared: Set<String> = [
        "clients", "server_keys", "tokens", "users", "audit_events", "webhooks",
        "admin_tokens", "grant_templates",
    ]

    /// Statements of the server's own upkeep that look for users with something to do; they only
    /// read keys, and a distributed database asks every node.
    private static let acrossUsers: Set<String> = [
        "settling.listPairs", "verification.nextUser", "verification.size",
        "changes.listStreams", "pruning.listUsers", "webhookSweep.listStreams",
        "webhookSweep.listUsers", "webhookSweep.listDue", "webhookSweep.listBehind",
        "webhookSweep.removeOrphans", "tokens.touch",
    ]

    /// What an operator does to a webhook of all users, on every node at once.
    private static let ofWebhooks: Set<String> = [
        "webhooks.find", "webhooks.list", "webhookUsers.replayAll", "webhookUsers.restart",
        "webhookUsers.delete", "webhookLog.list", "webhookLog.removeOld", "webhookLog.delete",
    ]

    /// Whether a statement begins with no user in particular.
    static func isAcrossUsers(_ statement: Statement) -> Bool {
        acrossUsers.union(ofWebhooks).contains(statement.name)
    }

    @Test("Every statement of the module is in the list, under a name of its own")
    func complete() throws {
        let names = Self.statements.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.utf8.count < 64 })
        let pattern = #/(?:Statement|list|named)\(\s*(?:name: )?"([A-Za-z]+\.[A-Za-z]+)"/#
        let sources = try Self.sourceFiles()
        #expect(sources.count > 20)
        let written = sources.flatMap { $0.matches(of: pattern).map { String($0.output.1) } }
        #expect(written.count > 35)
        for name in written { #expect(names.contains(name), "\(name) is not in the list") }
    }

    @Test("Every insert names its target, and one from arrays is anchored on the user's stream")
    func inserts() {
        for statement in Self.statements {
            for target in statement.targets {
                #expect(target.alias != nil, "\(statement.name)")
            }
            guard !statement.targets.isEmpty, statement.text.contains("unnest(") else { continue }
            #expect(
                statement.text.contains("FROM user_streams AS st, unnest("),
                "\(statement.name)"
            )
            #expect(statement.text.contains("WHERE st.user_id = $1"), "\(statement.name)")
        }
        #expect(Self.statements.count { !$0.targets.isEmpty } > 10)
    }

    @Test("Every use of a table with rows of users is narrowed to the user by itself")
    func narrowed() {
        let exempt = Self.acrossUsers.union(Self.ofWebhooks)
        for statement in Self.statements where !exempt.contains(statement.name) {
            let uses = statement.tables.filter { !Self.shared.contains($0.table) }
            // What a LATERAL joins has tables of its own.
            for use in Set(uses) where !["unnest", "LATERAL"].contains(use.table) {
                let column = use.alias.map { "\($0).user_id = $1" } ?? "WHERE user_id = $1"
                let narrowed = statement.count(of: column)
                #expect(narrowed >= uses.count { $0 == use }, "\(statement.name): \(use)")
            }
        }
        #expect(Self.statements.flatMap(\.tables).count > 40)
    }

    @Test("Nothing asks for all columns, draws from a sequence or calls what changes by itself")
    func forbidden() {
        let words = [
            "SELECT *", ".*", "gen_random_uuid", "clock_timestamp", "nextval", "random()",
            "pg_advisory", "TRUNCATE",
        ]
        for statement in Self.statements {
            for word in words {
                #expect(!statement.text.contains(word), "\(statement.name): \(word)")
            }
        }
    }

    @Test("Every list has an order and a limit")
    func lists() {
        let lists = Self.statements.filter { $0.name.lowercased().contains(".list") }
        #expect(lists.count > 8)
        for statement in lists {
            #expect(statement.text.contains("ORDER BY"), "\(statement.name)")
            // A client's grants are at most one for each type there is.
            guard statement.name != "grants.list" else { continue }
            #expect(statement.text.contains("LIMIT"), "\(statement.name)")
        }
    }

    @Test("Tables with rows of users are keyed by user first; nothing crosses users")
    func schema() async throws {
        try await withStore { fixture in
            let keyed = try await fixture.query(
                """
                SELECT c.relname::text, bool_and(a.attname = 'user_id')
                FROM pg_index AS i
                JOIN pg_class AS c ON c.oid = i.indrelid
                JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
                WHERE i.indisunique AND c.relnamespace = 'public'::regnamespace
                    AND EXISTS (
                        SELECT 1
                        FROM pg_attribute AS u
                        WHERE u.attrelid = c.oid AND u.attname = 'user_id'
                    )
                GROUP BY 1
                ORDER BY 1
                """
            ) { rows in
                (0..<rows.rowCount).map { (table: rows.text($0, 0), isKeyed: rows.bool($0, 1)) }
            }
            #expect(keyed.count > 10)
            for (table, isKeyed) in keyed where !Self.shared.contains(table) {
                #expect(isKeyed, "\(table) has a unique index that does not begin with user_id")
            }
            let forbidden = try await fixture.query(
                """
                SELECT (SELECT count(*) FROM pg_constraint WHERE contype = 'f')
                    + (SELECT count(*) FROM pg_trigger
                        WHERE NOT tgisinternal AND tgname <> 'audit_events_append_only')
                    + (SELECT count(*) FROM pg_class AS c
                        WHERE c.relkind = 'S' AND c.relnamespace = 'public'::regnamespace)
                """
            ) { $0.int8(0, 0) }
            #expect(forbidden == 0, "foreign keys, triggers or sequences")
        }
    }

    /// The texts of the module's files.
    static func sourceFiles() throws -> [String] {
        let module = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/HealthStore")
        let files = FileManager.default.enumerator(at: module, includingPropertiesForKeys: nil)
        var texts: [String] = []
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            texts.append(try String(contentsOf: file, encoding: .utf8))
        }
        return texts
    }
}
