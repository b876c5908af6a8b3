import Postgres
import TestSupport
import Testing

@testable import HealthStore

/// Plans of what webhooks look for, over many users and one with a long history.
@Suite("Plans of webhooks", .offPool)
struct WebhookPlanTests {
    private static let fill =
        FeedPlanTests.fill + """
            INSERT INTO webhooks (id, client_id, url, secret, created_us)
            SELECT ('00000000-0000-0000-0000-00000000000' || n)::uuid, 1, 'x', 'x', n
            FROM generate_series(1, 3) AS n;
            INSERT INTO webhook_users (user_id, webhook_id, position, not_before_us)
            SELECT u, w.id, 1, CASE WHEN u % 100 = 0 THEN u END
            FROM generate_series(1, 20000) AS u, webhooks AS w;
            ANALYZE;
            """

    @Test("What may be told is found on the feed's indexes, whatever its reader may see")
    func types() async throws {
        try await withStore { fixture in
            let connection = try fixture.database.connect()
            try connection.script(FeedPlanTests.fill)
            for scope in FeedPlanTests.scopes {
                for isGeneric in [false, true] {
                    let plan = try connection.plan(
                        of: WebhookChangeSQL.listTypes,
                        values: ["1"] + scope + ["20000", "20512"],
                        isGeneric: isGeneric
                    )
                    #expect(plan.contains("samples_changes"), "\(scope)\n\(plan)")
                    for table in ["samples", "deletions", "source_types"] {
                        #expect(!plan.contains("Seq Scan on \(table)"), "\(scope)\n\(plan)")
                    }
                }
            }
        }
    }

    @Test("What is due is found without reading what is not")
    func due() async throws {
        try await withStore { fixture in
            let connection = try fixture.database.connect()
            try connection.script(Self.fill)
            let plan = try connection.plan(
                of: WebhookSweepSQL.listDue,
                values: ["100", "1000"],
                isGeneric: true
            )
            #expect(plan.contains("webhook_users_due"), "\(plan)")
            #expect(!plan.contains("Seq Scan on webhook_users"), "\(plan)")
        }
    }
}
