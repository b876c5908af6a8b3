import HealthModel
import Postgres
import TestSupport
import Testing

@testable import HealthStore

/// Removing old marks of deletions.
@Suite("Pruning", .offPool)
struct PruningTests {
    private static let settings: PruningSettings = {
        var settings = PruningSettings()
        settings.stepSize = 2
        settings.usersPerLook = 2
        settings.rest = .zero
        settings.pause = .zero
        return settings
    }()

    /// Deletes samples of a user and makes the first marks so many days old.
    private func fill(
        _ fixture: StoreFixture,
        _ user: UserID,
        count: UInt64 = 6,
        old: Int64,
        days: Int = 91
    ) async throws {
        let samples = (1...count).map { TestSample($0, at: Int64($0) * 20) }
        try await fixture.save(samples, user: user)
        _ = try await fixture.delete(samples, user: user)
        _ = try await fixture.query(
            """
            UPDATE deletions SET deleted_at = now() - \(days) * interval '1 day'
            WHERE user_id = $1 AND position <= $2
            """,
            [.int8(user.number), .int8(Int64(count) + old)]
        ) { $0.rowCount }
    }

    /// Runs a whole round and answers how many steps it took.
    private func round(_ fixture: StoreFixture) throws -> Int {
        var schedule = PruningSchedule(Self.settings, now: .now)
        var session = PruningSession(fixture.database.configuration, Self.settings)
        var steps = 0
        while steps < 100 {
            if case .wait(let moment) = schedule.next(at: .now), moment > .now + .seconds(60) {
                break
            }
            try session.step(&schedule)
            steps += 1
        }
        return steps
    }

    private func pruned(_ fixture: StoreFixture, _ user: UserID) async throws -> Int64 {
        try await fixture.query(
            "SELECT pruned_position FROM user_streams WHERE user_id = $1",
            [.int8(user.number)]
        ) { $0.int8(0, 0) }
    }

    @Test("What an app asked, codes and sessions are removed a day after they expired")
    func expired() async throws {
        try await withStore { fixture in
            let client = try await fixture.makeClient("com.example.app")
            let kept = try await fixture.makeUser()
            let tables = ["authorization_requests", "access_codes", "sessions"]
            for table in tables {
                let user = try await fixture.makeUser()
                for user in [user, kept] {
                    _ = try await fixture.ask(user, client, share: [QuantityType.steps.id])
                    _ = try await fixture.signIn(user)
                    _ = try await fixture.makeAccessCode(user)
                }
                // One table at a time, so that each is a reason to look at the user.
                for (other, age) in tables.map({ ($0, $0 == table ? 25 : 23) }) {
                    _ = try await fixture.query(
                        "UPDATE \(other) SET expires_us = $2 WHERE user_id = $1",
                        [
                            .int8(user.number),
                            .int8(Instant.now.microseconds - Int64(age) * TestTime.hour),
                        ]
                    ) { $0.rowCount }
                    _ = try await fixture.query(
                        "UPDATE \(other) SET expires_us = $2 WHERE user_id = $1",
                        [
                            .int8(kept.number),
                            .int8(Instant.now.microseconds - 23 * TestTime.hour),
                        ]
                    ) { $0.rowCount }
                }
                _ = try round(fixture)
                for other in tables {
                    let count = try await fixture.count(other, of: user)
                    #expect(count == (other == table ? 0 : 1), "\(other) \(table)")
                }
            }
            #expect(try await fixture.count("access_codes", of: kept) == 3)
        }
    }

    @Test("A round removes what is old, of every user, and notes how far")
    func round() async throws {
        try await withStore { fixture in
            var users: [UserID] = []
            for old: Int64 in [5, 0, 6, 1, 2] {
                let user = try await fixture.makeUser()
                try await fill(fixture, user, old: old)
                users.append(user)
            }
            _ = try round(fixture)
            for (user, old) in zip(users, [5, 0, 6, 1, 2] as [Int64]) {
                #expect(try await fixture.count("deletions", of: user) == 6 - old)
                #expect(try await pruned(fixture, user) == (old == 0 ? 0 : 6 + old))
            }
            #expect(try round(fixture) <= 4, "nothing is left to do")
        }
    }

    @Test("A mark that is young enough stays, whatever its neighbours")
    func young() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fill(fixture, user, old: 3, days: 89)
            _ = try round(fixture)
            #expect(try await fixture.count("deletions", of: user) == 6)
        }
    }

    @Test("A reader from before is told to start over; one from behind reads on")
    func readers() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            var reader = FeedReader(fixture, user)
            try await reader.pullAll()
            try await fill(fixture, user, old: 3)
            _ = try round(fixture)
            await #expect(throws: HealthStoreError.anchorExpired) { try await reader.pull() }
            reader.place = ChangePlace(position: 9, beginning: 0)
            #expect(try await reader.pull().changes.count == 3)
            reader.place = ChangePlace(position: 8, beginning: 0)
            await #expect(throws: HealthStoreError.anchorExpired) { try await reader.pull() }
        }
    }

    /// Makes rows as if batches had been saved that many seconds ago.
    private func batches(
        _ fixture: StoreFixture,
        _ user: UserID,
        _ name: String,
        count: Int,
        age: Int64
    ) async throws {
        _ = try await fixture.query(
            """
            INSERT INTO batches (user_id, client_id, batch, digest, answer, position, saved_us)
            SELECT $1, 1, $2 || n, sha256(''), '', 0, $4 FROM generate_series(1, $3::int8) AS n
            """,
            [
                .int8(user.number), .text(name), .int8(Int64(count)),
                .int8(Instant.now.microseconds - age * 1_000_000),
            ]
        ) { $0.rowCount }
    }

    @Test("A round forgets old batches of users who push no more, in small steps, and no others")
    func batches() async throws {
        try await withStore { fixture in
            let (quiet, busy) = (try await fixture.makeUser(), try await fixture.makeUser())
            let hour: Int64 = 3600
            try await batches(fixture, quiet, "old", count: 5, age: 73 * hour)
            try await batches(fixture, quiet, "young", count: 3, age: 71 * hour)
            try await batches(fixture, busy, "young", count: 2, age: 0)
            // A look, three steps of two at most, and a look that finds nothing.
            #expect(try round(fixture) <= 6)
            #expect(try await fixture.count("batches", of: quiet) == 3)
            #expect(try await fixture.count("batches", of: busy) == 2)
            #expect(try await pruned(fixture, quiet) == 0, "no reader has to start over")
        }
    }

    @Test("Marks and batches of one user go together")
    func both() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fill(fixture, user, old: 3)
            try await batches(fixture, user, "old", count: 9, age: 1_000_000)
            _ = try round(fixture)
            #expect(try await fixture.count("batches", of: user) == 0)
            #expect(try await fixture.count("deletions", of: user) == 3)
            #expect(try await pruned(fixture, user) == 9)
        }
    }

    @Test("A user who is being written to is passed over, and nobody waits")
    func busy() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fill(fixture, user, old: 6)
            let writer = try fixture.database.connect()
            try writer.script("BEGIN; SELECT 1 FROM user_streams FOR UPDATE")
            _ = try round(fixture)
            #expect(try await fixture.count("deletions", of: user) == 6)
            try writer.script("COMMIT")
            _ = try round(fixture)
            #expect(try await fixture.count("deletions", of: user) == 0)
        }
    }

    @Test("A schedule goes through all users, rests between steps and after a round")
    func schedule() {
        var settings = PruningSettings()
        settings.stepSize = 10
        let (one, two) = (UserID(number: 1), UserID(number: 2))
        var now = ContinuousClock.now
        var schedule = PruningSchedule(settings, now: now)
        #expect(schedule.next(at: now) == .look(after: nil))
        schedule.looked([one], last: two, at: now)
        #expect(schedule.next(at: now) == .wait(until: now + settings.rest))
        now += settings.rest
        #expect(schedule.next(at: now) == .prune(one))
        schedule.pruned(removed: 10, at: now)
        now += settings.rest
        #expect(schedule.next(at: now) == .prune(one), "there may be more")
        schedule.pruned(removed: 9, at: now)
        now += settings.rest
        #expect(schedule.next(at: now) == .look(after: two))
        schedule.failed(at: now)
        #expect(schedule.next(at: now) == .wait(until: now + settings.pause))
        now += settings.pause
        #expect(schedule.next(at: now) == .look(after: two))
        schedule.looked([], last: nil, at: now)
        #expect(schedule.next(at: now) == .wait(until: now + settings.interval))
        #expect(schedule.next(at: now + settings.interval) == .look(after: nil))
    }
}
