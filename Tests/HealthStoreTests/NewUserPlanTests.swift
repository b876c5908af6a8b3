import Postgres
import TestSupport
import Testing

@testable import HealthStore

/// What the database makes of a push's statements for a user whom its statistics do not know.
@Suite("Plans for new users", .offPool)
struct NewUserPlanTests {
    private static let uuids =
        "array_fill('00000000-0000-0000-0000-000000000000'::uuid, ARRAY[1000])"
    private static let documents = "array_fill('{}'::jsonb, ARRAY[1000])"
    private static let numbers = "array_fill(1::int8, ARRAY[1000])"

    /// The statements by name, with a thousand samples of user 1001 that are not there.
    private static let values: [String: [String]] = [
        "samples.findExisting": ["1001", uuids, documents],
        "samples.findDetailed": ["1001", numbers, uuids, documents, documents],
        "samples.findSynchronized": ["1001", "1", "array_fill(1::int2, ARRAY[1000])", uuids],
        "deletions.find": ["1001", uuids],
    ]

    private static let fill = """
        INSERT INTO user_streams (user_id) SELECT n FROM generate_series(1, 1001) AS n;
        CREATE FUNCTION fill(first int, last int) RETURNS void LANGUAGE sql AS $$
            INSERT INTO samples (
                user_id, uuid, start_us, end_us, value, recorded_us, position, source_id,
                revision_id, client_id, type_id, user_entered, created_given, sync_key, sync_version
            )
            SELECT least(n, 1001), gen_random_uuid(), n, n, n, 0, n, 1, 1, 1, 1, false, false,
                gen_random_uuid(), 1
            FROM generate_series(first, last) AS n, generate_series(1, 20) AS m
        $$;
        SELECT fill(1, 1000);
        ANALYZE;
        SELECT fill(1001, 2000);
        """

    @Test("A push looks up its own samples, however many its user has that nobody counted yet")
    func lookups() async throws {
        try await withStore { fixture in
            let connection = try fixture.database.connect()
            try connection.script(Self.fill)
            for (name, values) in Self.values {
                let statement = try #require(HealthStore.statements.first { $0.name == name })
                let plan = try connection.plan(
                    of: statement,
                    values: values,
                    isGeneric: false,
                    isRun: true
                )
                let scans = plan.split(separator: "\n").filter {
                    $0.contains(" on samples") || $0.contains(" on deletions")
                }
                // All of the user's samples are 20,000.
                #expect(scans.contains { $0.actualRows != nil }, "\(name)\n\(plan)")
                #expect(scans.allSatisfy { ($0.actualRows ?? 0) == 0 }, "\(name)\n\(plan)")
            }
        }
    }
}
