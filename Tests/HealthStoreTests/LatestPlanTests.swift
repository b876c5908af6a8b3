import Postgres
import TestSupport
import Testing

@testable import HealthStore

/// What the latest sample costs after a long history, whatever the planner knows of it.
@Suite("Plans for the latest sample", .offPool)
struct LatestPlanTests {
    /// 20,000 samples of one user, of ten minutes or of three hours, at 4,000 starts.
    private static func fill(length: Int) -> String {
        """
        INSERT INTO user_streams (user_id) SELECT n FROM generate_series(1, 1001) AS n;
        INSERT INTO source_types (user_id, type_id, source_id, client_id)
        SELECT n, 1, 1, 1 FROM generate_series(1, 1001) AS n;
        CREATE FUNCTION fill(first int, last int) RETURNS void LANGUAGE sql AS $$
            INSERT INTO samples (
                user_id, uuid, start_us, end_us, value, recorded_us, position, source_id,
                revision_id, client_id, type_id, user_entered, created_given
            )
            SELECT least(n, 1001), gen_random_uuid(), n * 14400000000, n * 14400000000 + \(length),
                n, m, n, 1, 1, 1, 1, false, false
            FROM generate_series(first, last) AS n, generate_series(1, 5) AS m
        $$;
        SELECT fill(1, 1000);
        ANALYZE;
        SELECT fill(1001, 5000);
        """
    }

    private static let question = [
        "1001", "1", "0", "9000000000000000", "'{9}'", "false", "false", "-9000000000000000",
        "NULL", "NULL", "'{}'", "false", "'{}'", "false",
    ]

    @Test(
        "The latest sample takes a look at what is as late, with statistics or without",
        arguments: [
            (LatestSQL.short, 600_000_000), (LatestSQL.shortOfAll, 600_000_000),
            (LatestSQL.long, 10_800_000_000), (LatestSQL.longOfAll, 10_800_000_000),
        ],
        [false, true]
    )
    func growth(search: (statement: Statement, length: Int), isGeneric: Bool) async throws {
        try await withStore { fixture in
            let connection = try fixture.database.connect()
            try connection.script(Self.fill(length: search.length))
            for hasStatistics in [false, true] {
                if hasStatistics { try connection.script("ANALYZE") }
                let plan = try connection.plan(
                    of: search.statement,
                    values: Self.question,
                    isGeneric: isGeneric,
                    isRun: true
                )
                let scans = plan.split(separator: "\n").filter { $0.contains(" on samples") }
                let rows = scans.compactMap(\.actualRows)
                // The five that start last, and one to find where they begin.
                #expect((5...6).contains(rows.max() ?? 0), "\(plan)")
                #expect(!plan.contains("Rows Removed by Filter"), "\(plan)")
            }
        }
    }
}
