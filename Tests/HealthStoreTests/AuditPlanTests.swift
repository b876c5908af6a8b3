import HealthModel
import Postgres
import TestSupport
import Testing

@testable import HealthStore

/// What the database makes of questions to a long audit log.
@Suite("Plans of the audit log", .offPool)
struct AuditPlanTests {
    private static let fill = """
        INSERT INTO audit_events (id, at, actor, action, user_id, client_id)
        SELECT gen_random_uuid(), '2026-01-01'::timestamptz + n * interval '1 second', 'admin',
            'grants.put', n % 5000, n % 3000
        FROM generate_series(1, 60000) AS n;
        ANALYZE audit_events;
        """

    private func query(_ change: (inout AuditQuery) -> Void) -> AuditQuery {
        var query = AuditQuery(limit: 100)
        change(&query)
        return query
    }

    @Test("Each question runs on the index of what it narrows to, planned for any values")
    func indexes() async throws {
        let ofUser = query { $0.user = UserID(number: 7) }
        let ofClient = query { $0.client = ClientID(number: 7) }
        let latest = "9000000000000000, 'ffffffff-ffff-ffff-ffff-ffffffffffff'"
        try await withStore { fixture in
            let connection = try fixture.database.connect()
            try connection.script(Self.fill)
            for (query, index) in [
                (query { _ in }, "audit_events_at"), (ofUser, "audit_events_user"),
                (ofClient, "audit_events_client"),
            ] {
                let plan = try connection.plan(
                    of: AuditSQL.list(query),
                    values: [
                        latest, query.user == nil ? "NULL" : "7",
                        query.client == nil ? "NULL" : "7", "NULL", "NULL", "false",
                        "1767225600000000", "NULL", "100",
                    ],
                    isGeneric: true
                )
                #expect(plan.contains("Index Scan Backward using \(index) "), "\(plan)")
                // Where the range begins the index ends.
                let condition =
                    plan.split(separator: "\n").first { $0.contains("Index Cond") } ?? ""
                #expect(condition.contains(">=") && condition.contains("<"), "\(plan)")
                #expect(!plan.contains("Sort"), "\(plan)")
            }
        }
    }

    @Test("A range and a person narrow together, whichever statement runs")
    func narrowing() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let other = try await fixture.makeUser()
            for (action, user) in [("a.one", user), ("a.two", other), ("b.one", user)] {
                let event = AuditEvent(actor: "test", action: action, user: user)
                try await fixture.store.record(event)
            }
            func actions(_ change: (inout AuditQuery) -> Void) async throws -> [String] {
                let events = try await fixture.store.auditEvents(query(change))
                return events.map(\.action).filter { $0.hasSuffix(".one") || $0.hasSuffix(".two") }
            }
            #expect(try await actions { $0.user = user } == ["b.one", "a.one"])
            #expect(try await actions { $0.action = "a." } == ["a.two", "a.one"])
            #expect(try await actions { ($0.user, $0.action) = (user, "a.") } == ["a.one"])
            let all = try await fixture.store.auditEvents(query { _ in })
            let middle = try #require(all.first { $0.action == "a.two" }).time
            #expect(try await actions { $0.start = middle } == ["b.one", "a.two"])
            #expect(try await actions { $0.end = middle } == ["a.one"])
            #expect(try await actions { ($0.user, $0.start) = (user, middle) } == ["b.one"])
        }
    }
}
