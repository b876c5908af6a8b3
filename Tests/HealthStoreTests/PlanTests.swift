import Postgres
import TestSupport
import Testing

@testable import HealthStore

/// What the database makes of the hot statements once there is something to choose between.
@Suite("Plans", .offPool)
struct PlanTests {
    @Test("The hot statements run on the indexes made for them, with any values and for any values")
    func indexes() async throws {
        let expected: [(Statement, [String])] = [
            (LoadSQL.overlapping, ["samples_short", "samples_long"]),
            (LoadSQL.overlappingAll, ["samples_short", "samples_long"]),
            (LoadSQL.page, ["samples_short", "samples_long"]),
            (LatestSQL.short, ["samples_short"]), (LatestSQL.long, ["samples_long"]),
            (LatestSQL.shortOfAll, ["samples_short"]), (LatestSQL.longOfAll, ["samples_long"]),
            (OriginSQL.list, ["source_revisions_pkey", "sources_pkey"]),
            (SampleListSQL.ascending, ["samples_short", "samples_long"]),
            (SampleListSQL.descending, ["samples_short", "samples_long"]),
            (KnownSampleSQL.find, ["samples_pkey"]),
            (KnownSampleSQL.findDetailed, ["samples_pkey"]),
            (KnownSampleSQL.findSynchronized, ["samples_sync_key"]),
            (KnownSampleSQL.findContained, ["samples_container"]),
            (DeletionSQL.find, ["deletions_pkey"]),
            (DeletionSQL.delete, ["samples_pkey"]),
            (DeletionSQL.release, ["samples_container"]),
            (DeletionSQL.dropTypes, ["source_types_pkey"]),
            (DeletionSQL.reduceTypes, ["source_types_pkey"]),
            (DeletionCandidateSQL.findByIdentifier, ["samples_pkey"]),
            (DeletionCandidateSQL.findBySyncKey, ["samples_sync_key"]),
            (DeletionCandidateSQL.listInRange, ["samples_short", "samples_long"]),
            (DayTotalSQL.list, ["day_totals_pkey"]),
            (HourTotalSQL.list, ["hour_totals_pkey"]),
            (
                HourTotalSQL.findSettled,
                ["hour_totals_pkey", "dirty_days_pkey", "user_streams_pkey"]
            ),
            (DirtyDaySQL.list, ["dirty_days_pkey"]),
            (DirtyDaySQL.clear, ["dirty_days_pkey"]),
            (SettlingSQL.listPairs, ["dirty_days_pkey"]),
            (SettlingSQL.lockIfFree, ["user_streams_pkey"]),
            (StreamSQL.lock, ["user_streams_pkey"]),
            (StreamSQL.advance, ["user_streams_pkey"]),
            (SourceSQL.findByKey, ["sources_key_key"]),
            (SourceSQL.findRevisions, ["source_revisions_key_key"]),
            (SourceSQL.largestNumbers, ["sources_pkey", "source_revisions_pkey"]),
            (SourceSQL.list, ["Index Scan"]),
            (SourceSQL.listByType, ["source_types_pkey"]),
            (GrantSQL.list, ["grants_pkey"]),
            (TokenSQL.find, ["tokens_pkey"]),
            (UserSQL.find, ["users_pkey"]),
        ]
        try await withStore { fixture in
            let connection = try fixture.database.connect()
            try connection.script(fill)
            for (statement, indexes) in expected {
                for isGeneric in [false, true] {
                    let plan = try connection.plan(of: statement, isGeneric: isGeneric)
                    let what = "\(statement.name), generic: \(isGeneric)\n\(plan)"
                    for index in indexes { #expect(plan.contains(index), "\(what)") }
                    #expect(!plan.contains("Seq Scan on samples"), "\(what)")
                    #expect(!plan.contains("Seq Scan on user"), "\(what)")
                }
            }
        }
    }

    @Test("A page in the middle looks at little more than the page, the latest at little more")
    func pageCost() async throws {
        try await withStore { fixture in
            let connection = try fixture.database.connect()
            try connection.script(fill)
            for statement in [
                SampleListSQL.ascending, SampleListSQL.descending, LoadSQL.page,
                LatestSQL.short,
            ] {
                let plan = try connection.plan(of: statement, isGeneric: false, isRun: true)
                let lines = plan.split(separator: "\n")
                let index = try #require(lines.firstIndex { $0.contains("samples_short") })
                // Read to their end, the 20,000 samples of the user would be thousands here.
                let rows = try #require(lines[index].actualRows)
                #expect(rows <= 120, "\(statement.name)\n\(plan)")
            }
        }
    }
}

/// Users with few rows beside one with many, as it is in life.
private let fill = """
    INSERT INTO users (id) SELECT n FROM generate_series(1, 3000) AS n;
    INSERT INTO user_streams (user_id) SELECT n FROM generate_series(1, 3000) AS n;
    INSERT INTO clients (id, bundle_identifier, name)
    SELECT n, 'com.example.' || n, 'n' FROM generate_series(1, 20) AS n;
    INSERT INTO grants (user_id, client_id, type_id)
    SELECT u, c, 1 FROM generate_series(1, 3000) AS u, generate_series(1, 3) AS c;
    INSERT INTO characteristics (user_id) SELECT n FROM generate_series(1, 3000) AS n;
    INSERT INTO tokens (id, hash, user_id, client_id)
    SELECT gen_random_uuid(), sha256(n::text::bytea), n, 1 FROM generate_series(1, 3000) AS n;
    INSERT INTO sources (user_id, id, key, bundle_identifier)
    SELECT u, s, gen_random_uuid(), 'com.example'
    FROM generate_series(1, 3000) AS u, generate_series(1, 3) AS s;
    INSERT INTO source_revisions (user_id, id, key, source_id)
    SELECT u, r, gen_random_uuid(), r % 3 + 1
    FROM generate_series(1, 3000) AS u, generate_series(1, 5) AS r;
    INSERT INTO source_types (user_id, type_id, source_id, client_id)
    SELECT u, t, s, 1
    FROM generate_series(1, 3000) AS u, generate_series(1, 3) AS s, generate_series(1, 3) AS t;
    INSERT INTO samples (
        user_id, uuid, start_us, end_us, value, recorded_us, position, source_id, revision_id,
        client_id, type_id, user_entered, created_given, sync_key, sync_version, container
    )
    SELECT
        CASE WHEN n <= 20000 THEN 1 ELSE n % 2999 + 2 END, gen_random_uuid(), n * 600000000::int8,
        n * 600000000::int8
            + CASE WHEN n % 20 = 0 THEN 10800000000::int8 ELSE 540000000 END,
        n, 0, n, n % 3 + 1, n % 5 + 1, 1, n % 2 + 1, false, false,
        CASE WHEN n % 10 = 0 THEN gen_random_uuid() END, CASE WHEN n % 10 = 0 THEN 1 END,
        CASE WHEN n % 10 = 1 THEN gen_random_uuid() END
    FROM generate_series(1, 60000) AS n;
    INSERT INTO deletions (user_id, uuid, position, type_id, client_id)
    SELECT n % 3000 + 1, gen_random_uuid(), n, 1, 1 FROM generate_series(1, 20000) AS n;
    INSERT INTO day_totals (user_id, type_id, day, sums)
    SELECT u, 1, d, array_fill(1::float8, ARRAY[96])
    FROM generate_series(1, 100) AS u, generate_series(1, 100) AS d;
    INSERT INTO hour_totals (user_id, type_id, block, sums)
    SELECT u, 1, b, decode(repeat('3ff0000000000000', 192), 'hex')
    FROM generate_series(1, 100) AS u, generate_series(1, 100) AS b;
    INSERT INTO dirty_days (user_id, type_id, day)
    SELECT u, 1, d FROM generate_series(1, 500) AS u, generate_series(1, 20) AS d;
    ANALYZE;
    """

extension Connection {
    /// Explains a statement: for values of the user with many samples, or for any values.
    func plan(
        of statement: Statement,
        values: [String]? = nil,
        isGeneric: Bool,
        isRun: Bool = false
    ) throws -> String {
        let count = SQLText(statement).parameterCount
        let values = values ?? Self.values[statement.name] ?? ["1", "1", "10", "20", "64"]
        let mode = isGeneric ? "force_generic_plan" : "force_custom_plan"
        let options = isRun ? "(ANALYZE, TIMING off, SUMMARY off)" : ""
        let arguments = count == 0 ? "" : "(\(values.prefix(count).joined(separator: ", ")))"
        try script("SET plan_cache_mode = \(mode); PREPARE explained AS \(statement.sql)")
        defer { try? script("DEALLOCATE explained") }
        // A name stands for one text, and the values are a part of it.
        let mark = String(UInt32(truncatingIfNeeded: arguments.hashValue), radix: 36)
        let name = "explain_\(statement.name)_\(isGeneric)_\(isRun)_\(mark)"
        let rows = try run(
            Statement(name, "EXPLAIN \(options) EXECUTE explained\(arguments)")
        )
        return rows.textColumn(0).joined(separator: "\n")
    }

    /// A place in the middle of the samples of user 1, by time.
    private static let middle = "\(10_000 * 600_000_000)"
    private static let uuid = "'00000000-0000-0000-0000-000000000000'"
    private static let uuids = "ARRAY[\(uuid)]::uuid[]"

    private static let values: [String: [String]] = [
        "samples.overlapping": [
            "1", "1", middle, "\(10_100 * 600_000_000)", "2000001", "NULL", "NULL", "'{}'",
            "false", "'{}'", "false",
        ],
        "samples.overlappingAll": ["1", "1", middle, "\(10_100 * 600_000_000)", "2000001"],
        "samples.page": whole + ["50", middle, middle, middle, uuid],
        "samples.latestShort": latest(start: "-9e15::int8"),
        "samples.latestShortOfAll": latest(start: "-9e15::int8"),
        "samples.latestLongOfAll": latest(start: "\(19_900 * 600_000_000)"),
        "samples.latestLong": latest(start: "\(19_900 * 600_000_000)"),
        "origins.list": ["1", "'{1,2}'", "2"],
        "samples.listAscending": list(low: middle, high: "9e15::int8"),
        "samples.listDescending": list(low: "-9e15::int8", high: middle),
        "samples.findExisting": ["1", uuids, "ARRAY[NULL]::jsonb[]"],
        "samples.findDetailed": ["1", "'{1}'", uuids, "ARRAY[NULL]::jsonb[]", "'{1}'"],
        "samples.findSynchronized": ["1", "1", "'{1}'", uuids],
        "samples.findContained": ["1", uuids],
        "samples.findByIdentifier": ["1", uuids],
        "samples.findBySyncKey": ["1", "1", "1", uuids],
        "samples.listToDelete": [
            "1", "1", middle, "\(10_100 * 600_000_000)", "false", "false", "NULL", "10001",
        ],
        "samples.delete": ["1", uuids],
        "samples.release": ["1", uuids],
        "deletions.find": ["1", uuids],
        "sourceTypes.drop": ["1", "'{1}'", "'{1}'", "'{1}'", "'{1}'"],
        "sourceTypes.reduce": ["1", "'{1}'", "'{1}'", "'{1}'", "'{1}'"],
        "sources.findByKey": ["1", uuids],
        "sources.findRevisions": ["1", uuids],
        "sources.listByType": ["1", "1", "NULL"],
        "dirtyDays.clear": ["1", "1", "'{1,2}'"],
        "hourTotals.findSettled": ["1", "1", "10", "20", "1", "2", "1000"],
        "tokens.find": [uuid],
    ]

    /// All of the samples of user 1, without a filter.
    private static let whole = [
        "1", "1", "-9e15::int8", "9e15::int8", "NULL", "NULL", "'{}'", "false", "'{}'", "false",
    ]

    private static func latest(start: String) -> [String] {
        whole.prefix(4) + ["'{9}'", "false", "false", start] + whole.suffix(6)
    }

    private static func list(low: String, high: String) -> [String] {
        [
            "1", "1", "-9e15::int8", "9e15::int8", "false", "false", "NULL", "NULL", "'{}'",
            "false", middle, uuid, "100", low, high,
        ]
    }
}

extension Substring {
    /// The rows that a node of a plan gave.
    var actualRows: Int? {
        ranges(of: "rows=").last.flatMap { Int(self[$0.upperBound...].prefix { $0.isNumber }) }
    }
}
