import Postgres
import TestSupport
import Testing

@testable import HealthStore

/// Plans of the statements that read by time: each asks its index by all that the index has.
@Suite("Plans by time", .offPool)
struct RunPlanTests {
    /// What there is when a statement is planned, and whom it is about.
    enum Store: CaseIterable {
        /// Nothing, and nothing was counted.
        case empty
        /// Many users, and one of those with many samples.
        case counted
        /// Many users, and one with many samples who came after they were counted.
        case newcomer

        fileprivate var user: String { self == .newcomer ? "3001" : "1" }

        fileprivate var fill: String {
            switch self {
            case .empty: ""
            case .counted: planFill
            case .newcomer:
                "ALTER TABLE samples SET (autovacuum_enabled = false);"
                    + planFill
                        + """
                        INSERT INTO user_streams (user_id) VALUES (3001);
                        INSERT INTO source_types (user_id, type_id, source_id, client_id)
                        SELECT 3001, t.type_id, t.source_id, c
                        FROM source_types AS t, generate_series(1, 2) AS c WHERE t.user_id = 1;
                        INSERT INTO samples (
                            user_id, uuid, start_us, end_us, value, recorded_us, position, source_id,
                            revision_id, client_id, type_id, user_entered, created_given
                        )
                        SELECT 3001, gen_random_uuid(), s.start_us, s.end_us, s.value, 0, s.position,
                            s.source_id, s.revision_id, s.position % 2 + 1, s.type_id, false, false
                        FROM samples AS s WHERE s.user_id = 1;
                        """
            }
        }
    }

    private static let far = "9e15::int8"
    private static let middle = "\(10_000 * 600_000_000)"
    private static let later = "\(10_100 * 600_000_000)"
    private static let uuid = "md5('')::uuid"

    /// Every statement that reads by time, with what it is asked by a client, or by who sees all.
    private static func questions(_ client: String) -> [(statement: Statement, values: [String])] {
        let filter = [client, "NULL", "'{}'", "false", "'{}'", "false"]
        let latest = ["1", "-\(far)", far, "'{9}'", "false", "false", "-\(far)"]
        let list = [
            "1", "-\(far)", far, "false", "false", client, "NULL", "'{}'", "false", middle, uuid,
            "100",
        ]
        let lists = SampleListSQL.Kind.allCases.flatMap { kind in
            [false, true].map { isDescending in
                (
                    SampleListSQL.statement(kind, isDescending: isDescending),
                    list + (isDescending ? ["-\(far)", middle] : [middle, far]) + ["'{14}'"]
                )
            }
        }
        return lists + [
            (LoadSQL.overlapping, ["1", middle, later, "2000001"] + filter),
            (LoadSQL.overlappingAll, ["1", middle, later, "2000001"]),
            (LoadSQL.page, ["1", "-\(far)", far] + filter + ["50", middle, middle, middle, uuid]),
            (LatestSQL.short, latest + filter), (LatestSQL.long, latest + filter),
            (LatestSQL.shortOfAll, latest), (LatestSQL.longOfAll, latest),
            (
                DeletionCandidateSQL.listInRange,
                ["1", middle, later, "false", "false", client, "10001"]
            ),
            (VerificationSQL.nextDay, ["1", "0", middle, "0"]),
        ]
    }

    private static let keys = [
        "samples_short": ["user_id", "type_id", "client_bits", "start_bucket"],
        "samples_long": ["user_id", "type_id", "client_bits", "end_us"],
    ]

    @Test(
        "Every statement by time asks its indexes by all of their columns",
        arguments: Store.allCases
    )
    func allColumns(_ store: Store) async throws {
        try await withStore { fixture in
            let connection = try fixture.database.connect()
            try connection.script(store.fill)
            for client in ["NULL", "1"] {
                for (statement, values) in Self.questions(client) {
                    for isGeneric in [false, true] {
                        let plan = try connection.plan(
                            of: statement,
                            values: [store.user] + values,
                            isGeneric: isGeneric
                        )
                        let what = "\(statement.name), \(store), \(client), \(isGeneric)\n\(plan)"
                        expectAllColumns(plan, what)
                    }
                }
            }
        }
    }

    private func expectAllColumns(_ plan: String, _ what: String) {
        let lines = plan.split(separator: "\n")
        #expect(!plan.contains("Seq Scan on samples"), "\(what)")
        #expect(!plan.contains("samples_pkey"), "\(what)")
        let used = lines.indices.compactMap { line -> (index: String, condition: Substring)? in
            guard let index = Self.keys.keys.first(where: { lines[line].contains(" \($0)") }) else {
                return nil
            }
            let condition = lines.indices.contains(line + 1) ? lines[line + 1] : ""
            return (index, condition)
        }
        #expect(!used.isEmpty, "\(what)")
        for (index, condition) in used {
            for column in Self.keys[index] ?? [] {
                #expect(
                    condition.contains("Index Cond") && condition.contains("(\(column) "),
                    "\(index) is not asked by \(column): \(what)"
                )
            }
        }
    }
}
