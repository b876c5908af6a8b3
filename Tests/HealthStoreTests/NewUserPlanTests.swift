import Postgres
import TestSupport
import Testing

@testable import HealthStore

/// What the database makes of statements for a user whom its statistics do not know, and where it
/// has none at all.
@Suite("Plans for new users", .offPool)
struct NewUserPlanTests {
    /// What was counted when the statements are planned.
    enum Counted: CaseIterable {
        case nothing, others, all
    }

    /// A thousand samples, one of which is there, and one container.
    private static let uuids = """
        array_fill('00000000-0000-0000-0000-000000000000'::uuid, ARRAY[998])
            || ARRAY[md5('1500.3')::uuid, md5('1500.c')::uuid]
        """
    private static let documents = "array_fill('{}'::jsonb, ARRAY[1000])"
    private static let numbers = "array_fill(1::int8, ARRAY[1000])"

    /// Every statement that is given samples, by name.
    private static let lookups: [String: [String]] = [
        "samples.findExisting": ["1001", uuids, documents],
        "samples.findDetailed": ["1001", numbers, uuids, documents, documents],
        "samples.findSynchronized": ["1001", "1", "array_fill(1::int2, ARRAY[1000])", uuids],
        "samples.findContained": ["1001", uuids],
        "samples.findByIdentifier": ["1001", uuids],
        "samples.listContained": ["1001", uuids, "NULL", "'{}'", "8192"],
        "samples.adopt": ["1001", uuids, uuids],
        "samples.record": ["1001", uuids, numbers],
        "samples.delete": ["1001", uuids],
        "samples.release": ["1001", uuids],
        "changes.fetch": ["1001", uuids],
        "deletions.find": ["1001", uuids],
    ]

    private static let middle = "\(30_000 * 60_000_000)"
    private static let far = "9e15::int8"
    private static let whole = [
        "1001", "1", "-\(far)", far, "NULL", "NULL", "'{}'", "false", "'{}'", "false",
    ]

    private static let latest = [
        "1001", "1", "-\(far)", far, "'{9}'", "false", "false", "-\(far)",
    ]

    private static func list(_ low: String, _ high: String) -> [String] {
        [
            "1001", "1", "-\(far)", far, "false", "false", "NULL", "NULL", "'{}'", "false", middle,
            "md5('')::uuid", "50", low, high,
        ]
    }

    /// Every statement that takes a page of fifty, by name.
    private static let pages: [String: [String]] = [
        "samples.page": whole + ["50", middle, middle, middle, "md5('')::uuid"],
        "samples.latestShort": latest + ["NULL", "NULL", "'{}'", "false", "'{}'", "false"],
        "samples.latestShortOfAll": latest,
        "samples.listAscending": list(middle, far),
        "samples.listDescending": list("-\(far)", middle),
        "samples.listToDelete": ["1001", "1", middle, far, "false", "false", "NULL", "50"],
        "changes.listAdditions": [
            "1001", "'{1}'", "'{}'", "'{}'", "NULL", "'{}'", "25000", "40020", "50",
        ],
        "webhookChanges.listTypes": [
            "1001", "'{1}'", "'{}'", "'{}'", "NULL", "'{}'", "25000", "40020",
        ],
        "verification.nextDay": ["1001", "1", "0", middle, "0"],
    ]

    private static func fill(_ counted: Counted) -> String {
        """
        ALTER TABLE samples SET (autovacuum_enabled = false);
        INSERT INTO user_streams (user_id) SELECT n FROM generate_series(1, 1001) AS n;
        INSERT INTO source_types (user_id, type_id, source_id, client_id, sample_count)
        SELECT n, 1, 1, 1, 20 FROM generate_series(1, 1001) AS n;
        INSERT INTO sources (user_id, id, key, bundle_identifier) VALUES (1001, 1, md5('')::uuid, 'a');
        INSERT INTO source_revisions (user_id, id, key, source_id) VALUES (1001, 1, md5('')::uuid, 1);
        CREATE FUNCTION fill(first int, last int) RETURNS void LANGUAGE sql AS $$
            INSERT INTO samples (
                user_id, uuid, start_us, end_us, value, recorded_us, position, source_id,
                revision_id, client_id, type_id, user_entered, created_given, sync_key,
                sync_version, container
            )
            SELECT least(n, 1001), md5(n || '.' || m)::uuid, (n * 20 + m) * 60000000::int8,
                (n * 20 + m) * 60000000::int8, n, 0, n * 20 + m, 1, 1, 1, 1, false, false,
                gen_random_uuid(), 1, CASE WHEN m = 1 THEN md5(n || '.c')::uuid END
            FROM generate_series(first, last) AS n, generate_series(1, 20) AS m
        $$;
        SELECT fill(1, 1000);
        \(counted == .others ? "ANALYZE;" : "")
        SELECT fill(1001, 2000);
        \(counted == .all ? "ANALYZE;" : "")
        """
    }

    /// Runs statements and sees to it that no part of a plan reads more samples or marks at a time,
    /// be it to leave them out.
    private func expect(
        _ statements: [String: [String]],
        _ counted: Counted,
        toReadAtMost limit: Int
    ) async throws {
        try await withStore { fixture in
            let connection = try fixture.database.connect()
            try connection.script(Self.fill(counted))
            for (name, values) in statements {
                let statement = try #require(HealthStore.statements.first { $0.name == name })
                for isGeneric in [false, true] {
                    try connection.script("BEGIN")
                    let plan = try connection.plan(
                        of: statement,
                        values: values,
                        isGeneric: isGeneric,
                        isRun: true
                    )
                    try connection.script("ROLLBACK")
                    let counts = plan.split(separator: "\n").compactMap(\.rowsRead)
                    let what = "\(name), counted: \(counted), generic: \(isGeneric)\n\(plan)"
                    #expect(!counts.isEmpty, "\(what)")
                    #expect(counts.allSatisfy { $0 <= limit }, "\(what)")
                }
            }
        }
    }

    @Test(
        "Given samples are looked up one by one, however many their user has that nobody counted",
        arguments: Counted.allCases
    )
    func lookups(_ counted: Counted) async throws {
        // All of the user's are 20,000, and each lookup meets one.
        try await expect(Self.lookups, counted, toReadAtMost: 20)
    }

    @Test(
        "A page looks at little more than the page, with and without statistics",
        arguments: [Counted.nothing, .all]
    )
    func pages(_ counted: Counted) async throws {
        // A bucket of time holds 18 samples, one of positions 256; behind the page the first sample
        // of the next bucket is looked at. There would be 10,000.
        try await expect(Self.pages, counted, toReadAtMost: 50 + 257)
    }
}

extension Substring {
    /// The rows that this line of a plan says were read of samples or deletions, or left out.
    fileprivate var rowsRead: Int? {
        if contains("Rows Removed") { return Int(split(separator: " ").last ?? "") }
        return contains(" on samples") || contains(" on deletions") ? actualRows : nil
    }
}
