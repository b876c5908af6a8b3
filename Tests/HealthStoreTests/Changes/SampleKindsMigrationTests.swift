import HealthStore
import Migrations
import Migrator
import Postgres
import TestSupport
import Testing

/// The step from the first schema to samples of every kind, on a database with data.
@Suite("Migration 2", .offPool)
struct SampleKindsMigrationTests {
    private static let migrator = Migrator(
        embeddedMigrations.map { step in
            Migration(version: step.version, name: step.name, up: step.up, down: step.down)
        }
    )

    /// Sync pairs as metadata had them when nothing was made of them: client, type, value, pair.
    private static let samples = [
        "(1, 1, 1, 1, '{\"HKMetadataKeySyncIdentifier\":\"ä\",\"HKMetadataKeySyncVersion\":2}')",
        "(2, 1, 1, 1, '{\"HKMetadataKeySyncIdentifier\":\"ä\",\"HKMetadataKeySyncVersion\":10}')",
        "(3, 1, 1, 1, '{\"HKMetadataKeySyncIdentifier\":\"ä\",\"HKMetadataKeySyncVersion\":1.5}')",
        "(4, 2, 1, 1, '{\"HKMetadataKeySyncIdentifier\":\"ä\",\"HKMetadataKeySyncVersion\":1}')",
        "(5, 1, 2, 1, '{\"HKMetadataKeySyncIdentifier\":\"ä\",\"HKMetadataKeySyncVersion\":\"7\"}')",
        "(6, 1, 1, 2, '{\"HKMetadataKeySyncIdentifier\":\"b\",\"HKMetadataKeySyncVersion\":3}')",
        "(7, 1, 1, 2, '{\"HKMetadataKeySyncIdentifier\":\"b\",\"HKMetadataKeySyncVersion\":3}')",
        "(8, 1, 1, 2, '{\"HKMetadataKeySyncIdentifier\":\"c\"}')",
        "(9, 1, 1, 2, '{\"HKMetadataKeySyncVersion\":3}')",
        "(10, 1, 1, 2, '{\"HKMetadataKeySyncIdentifier\":\"d\",\"HKMetadataKeySyncVersion\":\"x\"}')",
        "(11, 1, 1, 2, NULL)",
    ]

    private static let fill = """
        INSERT INTO samples (
            user_id, uuid, start_us, end_us, value, recorded_us, position, source_id, revision_id,
            client_id, type_id, user_entered, created_given, metadata
        )
        SELECT 1, lpad(n::text, 32, '0')::uuid, n, n, n, n, n, source, 1, client, type, false,
            false, metadata::jsonb
        FROM (VALUES \(samples.joined(separator: ", "))) AS v (n, client, type, source, metadata);
        INSERT INTO source_types (user_id, type_id, source_id, client_id)
        SELECT DISTINCT user_id, type_id, source_id, client_id FROM samples;
        INSERT INTO source_types (user_id, type_id, source_id, client_id) VALUES (2, 1, 1, 1);
        """

    @Test("The highest version of each pair gets it, and sources count their samples")
    func backfill() async throws {
        try await withDatabase(migrated: false) { database in
            let connection = try database.connect()
            try Self.migrator.up(connection, to: 1)
            try connection.script(Self.fill)
            try Self.migrator.up(connection, to: 2)
            let pairs = try connection.run(
                Statement(
                    "test_pairs",
                    """
                    SELECT value, sync_key, sync_version
                    FROM samples WHERE sync_key IS NOT NULL ORDER BY value
                    """
                )
            )
            #expect(pairs.float8Column(0) == [2, 4, 5, 7])
            let keys = ["ä", "ä", "ä", "b"].map(SyncIdentity.key(of:))
            #expect(pairs.uuidColumn(1) == keys)
            #expect(pairs.float8Column(2) == [10, 1, 7, 3])
            let counts = try connection.run(
                Statement(
                    "test_counts",
                    """
                    SELECT sample_count FROM source_types
                    ORDER BY user_id, type_id, source_id, client_id
                    """
                )
            )
            #expect(counts.int8Column(0) == [3, 1, 6, 1, 0])
        }
    }

    @Test("It can be taken back and made again, without what the first schema cannot hold")
    func downAndUp() async throws {
        try await withDatabase(migrated: false) { database in
            let connection = try database.connect()
            try Self.migrator.up(connection, to: 1)
            try connection.script(Self.fill)
            try Self.migrator.up(connection, to: 2)
            try connection.script(
                """
                UPDATE samples SET type_id = 2001, details = '{}' WHERE position = 11;
                INSERT INTO deletions (user_id, uuid, position, type_id, client_id)
                VALUES (1, '00000000-0000-0000-0000-0000000000ff', 12, 1, 1);
                """
            )
            try Self.migrator.down(connection, to: 1)
            try Self.migrator.up(connection, to: 2)
            let rows = try connection.run(
                Statement(
                    "test_left",
                    "SELECT count(*), count(sync_key), (SELECT count(*) FROM deletions) FROM samples"
                )
            )
            #expect([rows.int8(0, 0), rows.int8(0, 1), rows.int8(0, 2)] == [10, 4, 0])
        }
    }
}
