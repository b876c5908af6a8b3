import HealthModel
import HealthStore
import Migrations
import Migrator
import Postgres
import TestSupport
import Testing

/// The step to sums of hours, on a database with totals from before.
@Suite("Migration 4", .offPool)
struct HourTotalsMigrationTests {
    private static let migrator = Migrator(
        embeddedMigrations.map { step in
            Migration(version: step.version, name: step.name, up: step.up, down: step.down)
        }
    )

    @Test("Every kept day is marked, and the next read gives what it gave before")
    func marked() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let batch = (0..<5).map { TestSample(UInt64($0), at: Int64($0) * 1500, value: 7) }
            try await fixture.save(batch, user: user)
            let edges = (0...8).map { TestTime.start + $0 * TestTime.day }
            let before = try await fixture.sums(user: user, edges: edges)
            let days = try await fixture.count("day_totals", of: user)
            #expect(days == 5)
            let connection = try fixture.database.connect()
            try Self.migrator.down(connection, to: 3)
            #expect(try await fixture.dirtyDays(of: user) == [])
            try Self.migrator.up(connection)
            #expect(try await fixture.count("hour_totals", of: user) == 0)
            #expect(try await fixture.count("dirty_days", of: user) == days)
            #expect(try await fixture.sums(user: user, edges: edges) == before)
            #expect(try await fixture.verify().summary.isClean)
        }
    }
}
