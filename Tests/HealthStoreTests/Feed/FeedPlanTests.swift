import Postgres
import TestSupport
import Testing

@testable import HealthStore

/// Plans of the feed over many users and one with a long history.
@Suite("Plans of the feed", .offPool)
struct FeedPlanTests {
    /// Three thousand users, one of whom has half of everything.
    static let fill = """
        INSERT INTO user_streams (user_id, last_position)
        SELECT u, 100000 FROM generate_series(1, 3000) AS u;
        INSERT INTO source_types (user_id, type_id, source_id, client_id, sample_count)
        SELECT u, t, s, c, 10
        FROM generate_series(1, 1000) AS u, generate_series(1, 3) AS t,
            generate_series(1, 2) AS s, generate_series(1, 2) AS c;
        INSERT INTO samples (
            user_id, uuid, start_us, end_us, value, recorded_us, position, source_id, revision_id,
            client_id, type_id, user_entered, created_given
        )
        SELECT
            CASE WHEN n <= 40000 THEN 1 ELSE n % 2999 + 2 END, gen_random_uuid(), n, n, n, 0, n, 1,
            1, n % 2 + 1, n % 3 + 1, false, false
        FROM generate_series(1, 80000) AS n;
        INSERT INTO deletions (user_id, uuid, position, type_id, client_id)
        SELECT CASE WHEN n <= 20000 THEN 1 ELSE n % 3000 + 1 END, gen_random_uuid(), n + 40000,
            n % 3 + 1, n % 2 + 1
        FROM generate_series(1, 40000) AS n;
        INSERT INTO batches (user_id, client_id, batch, digest, answer, position, saved_us)
        SELECT n % 3000 + 1, 1, n, sha256('x'), 'x', 0, n FROM generate_series(1, 60000) AS n;
        ANALYZE;
        """

    /// What readers of all, of some and of nothing ask with; `$7` to `$9` come behind.
    static let scopes = [
        ["'{1,2,3}'", "'{}'", "'{}'", "NULL", "'{}'"],
        ["'{1}'", "'{3001,3002}'", "'{2,3}'", "2", "'{1}'"],
        ["'{}'", "'{3001,3002}'", "'{1,2,3}'", "2", "'{}'"],
    ]

    @Test("Every page runs on the feed's indexes, whatever its reader may see")
    func pages() async throws {
        try await withStore { fixture in
            let connection = try fixture.database.connect()
            try connection.script(Self.fill)
            for scope in Self.scopes {
                for isGeneric in [false, true] {
                    let values = ["1"] + scope + ["20000", "20512", "101"]
                    let additions = try connection.plan(
                        of: ChangeSQL.listAdditions,
                        values: values,
                        isGeneric: isGeneric
                    )
                    #expect(additions.contains("samples_changes"), "\(scope)\n\(additions)")
                    #expect(!additions.contains("Seq Scan on samples"), "\(scope)\n\(additions)")
                    #expect(!additions.contains("Seq Scan on source_types"), "\(additions)")
                    let deletions = try connection.plan(
                        of: ChangeSQL.listDeletions,
                        values: values,
                        isGeneric: isGeneric
                    )
                    #expect(!deletions.contains("Seq Scan on deletions"), "\(scope)\n\(deletions)")
                    #expect(deletions.contains("deletions_type"), "\(scope)\n\(deletions)")
                }
            }
        }
    }

    @Test("The job that removes old marks finds a user's first ones without reading the others")
    func pruning() async throws {
        try await withStore { fixture in
            let connection = try fixture.database.connect()
            try connection.script(Self.fill)
            let listing = try connection.plan(
                of: PruningSQL.listUsers,
                values: ["0", "1000", "90", "0", "0"],
                isGeneric: true
            )
            #expect(listing.contains("batches_saved"), "\(listing)")
            let removal = try connection.plan(
                of: PruningSQL.remove,
                values: ["1", "1000", "90"],
                isGeneric: true
            )
            for plan in [listing, removal] {
                #expect(plan.contains("deletions_position"), "\(plan)")
                #expect(!plan.contains("Seq Scan on deletions"), "\(plan)")
            }
        }
    }
}
