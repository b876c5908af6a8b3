import Postgres
import TestSupport
import Testing

@testable import HealthStore

/// Plans of the lists of other kinds than quantities, over ten years of several types.
@Suite("Plans of other kinds", .offPool)
struct KindPlanTests {
    private static let sleep = "1063"
    private static let workout = "2001"
    private static let bloodPressure = "3001"
    private static let middle = "(1826 * 86400000000::int8)"
    private static let uuid = "'00000000-0000-0000-0000-000000000000'"

    /// Statements with the type, the client and the last value that they are asked about.
    private static let lists:
        [(kind: SampleListSQL.Kind, type: String, client: String, last: String)] =
            [
                (.plain, sleep, "NULL", "'{}'"), (.plain, workout, "NULL", "'{}'"),
                (.plain, workout, "2", "'{}'"), (.rawValues, sleep, "NULL", "'{3}'"),
                (.rawValues, sleep, "NULL", "'{0,1}'"), (.rawValues, workout, "NULL", "'{37}'"),
                (.correlations, bloodPressure, "NULL", "'{}'"),
                (.correlations, bloodPressure, "2", "'{14}'"),
                (.correlations, bloodPressure, "2", "'{}'"),
            ]

    private func values(
        _ type: String,
        _ client: String,
        _ last: String,
        isDescending: Bool
    ) -> [String] {
        let far = "9e15::int8"
        let (low, high) = isDescending ? ("-\(far)", Self.middle) : (Self.middle, far)
        return [
            "1", type, "-\(far)", far, "false", "false", client, "NULL", "'{}'", "false",
            Self.middle, Self.uuid, "33", low, high, last,
        ]
    }

    @Test("Every list of every kind runs on the indexes of samples, whatever is asked")
    func lists() async throws {
        try await withStore { fixture in
            let connection = try fixture.database.connect()
            try connection.script(fill)
            for (kind, type, client, last) in Self.lists {
                for (isDescending, isGeneric) in [
                    (false, false), (false, true), (true, false), (true, true),
                ] {
                    let statement = SampleListSQL.statement(kind, isDescending: isDescending)
                    let plan = try connection.plan(
                        of: statement,
                        values: values(type, client, last, isDescending: isDescending),
                        isGeneric: isGeneric
                    )
                    let what = "\(statement.name) \(type) \(client) generic \(isGeneric)\n\(plan)"
                    #expect(plan.contains("samples_short"), "\(what)")
                    #expect(plan.contains("samples_long"), "\(what)")
                    #expect(!plan.contains("Seq Scan on samples"), "\(what)")
                    if kind == .correlations, client != "NULL" {
                        #expect(plan.contains("samples_container"), "\(what)")
                    }
                }
            }
        }
    }

    @Test("A page in the middle of ten years looks at little more than the page")
    func pageCost() async throws {
        try await withStore { fixture in
            let connection = try fixture.database.connect()
            try connection.script(fill)
            for (kind, type, client, last) in Self.lists where client == "NULL" || last == "'{14}'"
            {
                for isDescending in [false, true] {
                    let statement = SampleListSQL.statement(kind, isDescending: isDescending)
                    let plan = try connection.plan(
                        of: statement,
                        values: values(type, client, last, isDescending: isDescending),
                        isGeneric: false,
                        isRun: true
                    )
                    let lines = plan.split(separator: "\n")
                    let index = try #require(lines.firstIndex { $0.contains("samples_short") })
                    // Thousands of each type would be here, were they read to their end.
                    let rows = try #require(lines[index].actualRows)
                    #expect(rows <= 40, "\(statement.name) \(type)\n\(plan)")
                }
            }
        }
    }

    @Test("One sample and what correlations hold are found by their own indexes")
    func lookups() async throws {
        let cases: [(Statement, [String], [String])] = [
            (
                FindSQL.visible, ["1", Self.uuid, "2", "'{1,14}'"],
                ["samples_pkey", "samples_container"]
            ),
            (FindSQL.visible, ["1", Self.uuid, "NULL", "'{}'"], ["samples_pkey"]),
            (
                ContainedSQL.list,
                ["1", "ARRAY[\(Self.uuid), \(Self.uuid)]::uuid[]", "2", "'{14}'", "8192"],
                ["samples_container"]
            ),
        ]
        try await withStore { fixture in
            let connection = try fixture.database.connect()
            try connection.script(fill)
            for (statement, values, indexes) in cases {
                for isGeneric in [false, true] {
                    let plan = try connection.plan(
                        of: statement,
                        values: values,
                        isGeneric: isGeneric
                    )
                    for index in indexes { #expect(plan.contains(index), "\(plan)") }
                    #expect(!plan.contains("Seq Scan on samples"), "\(plan)")
                }
            }
        }
    }
}

/// Ten years of one user, some of it for 50 more: sleep, workouts, steps and blood pressures.
private let fill = """
    INSERT INTO users (id) SELECT n FROM generate_series(1, 100) AS n;
    INSERT INTO sources (user_id, id, key, bundle_identifier)
    SELECT u, s, gen_random_uuid(), 'com.example'
    FROM generate_series(1, 100) AS u, generate_series(1, 3) AS s;
    INSERT INTO source_revisions (user_id, id, key, source_id)
    SELECT u, s, gen_random_uuid(), s
    FROM generate_series(1, 100) AS u, generate_series(1, 3) AS s;
    CREATE TEMPORARY TABLE filling AS
    SELECT u, d, d * 86400000000::int8 AS day, t.type_id, t.n, gen_random_uuid() AS uuid
    FROM generate_series(1, 51) AS u,
        generate_series(1, 3652) AS d,
        (VALUES (1063, 0), (1063, 1), (1063, 2), (2001, 0), (1, 0), (1, 1), (3001, 0))
            AS t (type_id, n)
    WHERE u = 1 OR d % 50 = u % 50;
    INSERT INTO samples (
        user_id, uuid, start_us, end_us, value, recorded_us, position, source_id, revision_id,
        client_id, type_id, user_entered, created_given, details
    )
    SELECT f.u, f.uuid, f.day + f.n * 10000000000, f.day + f.n * 10000000000
            + CASE WHEN f.type_id < 3000 THEN 1 + f.d % 9 ELSE 0 END * 1000000000::int8,
        CASE WHEN f.type_id = 1063 THEN (f.d + f.n) % 4 ELSE 1 END, 0, f.d, f.n + 1, f.n + 1, 1,
        f.type_id,
        false, false,
        CASE WHEN f.type_id = 2001 THEN '{"activityType":37}'::jsonb END
    FROM filling AS f;
    INSERT INTO samples (
        user_id, uuid, start_us, end_us, value, recorded_us, position, source_id, revision_id,
        client_id, type_id, user_entered, created_given, container
    )
    SELECT f.u, gen_random_uuid(), f.day, f.day, 100, 0, f.d, 1, 1, 1, m, false, false, f.uuid
    FROM filling AS f, generate_series(13, 14) AS m
    WHERE f.type_id = 3001;
    DROP TABLE filling;
    INSERT INTO source_types (user_id, type_id, source_id, client_id, sample_count)
    SELECT user_id, type_id, source_id, client_id, count(*) FROM samples GROUP BY 1, 2, 3, 4;
    ANALYZE;
    """
