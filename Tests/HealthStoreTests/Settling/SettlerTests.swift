import HealthModel
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import HealthStore

/// The settler at work: what nobody reads is settled all the same.
@Suite("Settler", .offPool)
struct SettlerTests {
    @Test("What was written is settled without a reader, and so is a new order, day for day")
    func withoutReader() async throws {
        try await withSettler { fixture, events in
            let user = try await fixture.makeUser()
            let year = TestSample(1, lasting: 300 * 1440, value: 300)
            let watch = TestSample(2, at: 5, lasting: 299 * 1440, value: 598, source: .watch)
            try await fixture.save([year, watch, TestSample(3, type: .heartRate)], user: user)
            try await settled(fixture, user)
            #expect(try await fixture.count("day_totals", of: user) == 300)
            try await fixture.store.setOrder(TestOrder(ranked: [.phone]), of: user)
            try await settled(fixture, user)
            let edges = [TestTime.start, TestTime.start + 300 * TestTime.day]
            #expect(agree(try await fixture.sums(user: user, edges: edges), [300]))
            await fixture.store.settler?.close()
            #expect(events.days == 600)
        }
    }

    @Test("What an earlier server left is found at the start")
    func leftovers() async throws {
        try await withStore { fixture in
            let users = try await [fixture.makeUser(), fixture.makeUser()]
            for user in users {
                try await fixture.save([TestSample(1), TestSample(2, type: .food)], user: user)
            }
            let settler = Settler(
                fixture.database.configuration,
                isForegroundBusy: { false },
                onEvent: { _ in }
            )
            for user in users { try await settled(fixture, user) }
            await settler.close()
        }
    }

    @Test("A user whom somebody writes to is left alone until that is over")
    func busyStream() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save([TestSample(1)], user: user)
            let holder = try fixture.database.connect()
            try holder.script("BEGIN; SELECT 1 FROM user_streams FOR UPDATE")
            var session = SettlerSession(fixture.database.configuration)
            let pair = SettlingPair(user: user, typeID: TestSample(1).type.id)
            let whileHeld = try session.settle(pair)
            #expect(whileHeld == .busy)
            #expect(try await !fixture.dirtyDays(of: user).isEmpty)
            try holder.script("COMMIT")
            let afterwards = try [session.settle(pair), session.settle(pair)]
            #expect(afterwards == [.done, .done] && session.settledDays == 1)
        }
    }

    @Test("It outlives an outage of its session, and says so once")
    func outage() async throws {
        try await withSettler { fixture, events in
            let user = try await fixture.makeUser()
            try await fixture.save([TestSample(1)], user: user)
            try await settled(fixture, user)
            let connection = try fixture.database.connect()
            try connection.script("ALTER TABLE dirty_days RENAME TO away")
            try await eventually("it notices") {
                fixture.store.settler?.noteOrder(user: user, typeID: TestSample(1).type.id)
                return events.pauses > 0
            }
            try connection.script("ALTER TABLE away RENAME TO dirty_days")
            try await fixture.store.setOrder(TestOrder(ranked: [.phone]), of: user)
            try await settled(fixture, user)
            #expect(events.pauses == 1)
        }
    }

    @Test("An order of ten years answers with what is left, and a reader need not wait for it")
    func tenYears() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            for number in 0..<10 {
                let year = TestSample(
                    UInt64(number),
                    at: Int64(number) * 365 * 1440,
                    lasting: 365 * 1440,
                    value: 365
                )
                try await fixture.save([year], user: user)
            }
            let edges = [TestTime.start, TestTime.start + 3650 * TestTime.day]
            #expect(agree(try await fixture.sums(user: user, edges: edges), [3650]))
            let clock = ContinuousClock()
            let cost = try await clock.measure {
                try await fixture.store.setOrder(TestOrder(ranked: [.phone]), of: user)
            }
            print("marking 3650 days took \(cost)")
            let before = try await fixture.store.order(of: user).settling
            #expect(before == SettlingProgress(days: 3650, remaining: 3650))
            let day = [TestTime.start, TestTime.start + TestTime.day]
            #expect(agree(try await fixture.sums(user: user, edges: day), [1]))
            let after = try await fixture.store.order(of: user).settling
            #expect(after == SettlingProgress(days: 3650, remaining: 3649))
            let hidden = try await fixture.store.order(
                of: user,
                visibility: .savedBy(ClientID(number: 7))
            )
            #expect(hidden.settling == .none)
        }
    }

    @Test("Days that were never settled count as days, too")
    func freshDays() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            #expect(try await fixture.store.order(of: user).settling == .none)
            try await fixture.save([TestSample(1), TestSample(2, at: 1440)], user: user)
            let fresh = try await fixture.store.order(of: user).settling
            #expect(fresh == SettlingProgress(days: 2, remaining: 2))
        }
    }

    private func settled(_ fixture: StoreFixture, _ user: UserID) async throws {
        try await eventually("every day is settled", within: .seconds(30)) {
            try await fixture.dirtyDays(of: user).isEmpty
        }
    }

    /// Runs a test with a store whose settler waits for nothing long.
    private func withSettler(
        _ body: (StoreFixture, EventRecorder) async throws -> Void
    ) async throws {
        try await withDatabase { database in
            let events = EventRecorder()
            var settings = SettlerSettings()
            settings.quietTime = .milliseconds(20)
            settings.firstPause = .milliseconds(20)
            settings.sweepInterval = .milliseconds(200)
            let settler = Settler(
                database.configuration,
                settings,
                isForegroundBusy: { false },
                onEvent: { events.take($0) }
            )
            let store = HealthStore(pool: database.pool(), settler: settler)
            let fixture = StoreFixture(store: store, database: database)
            let outcome: Result<Void, any Error>
            do {
                outcome = .success(try await body(fixture, events))
            } catch {
                outcome = .failure(error)
            }
            await settler.close()
            try outcome.get()
        }
    }
}

/// What a settler told.
private final class EventRecorder: Sendable {
    private let events = Mutex<[SettlerEvent]>([])

    func take(_ event: SettlerEvent) { events.withLock { $0.append(event) } }

    /// The days it says it settled.
    var days: Int {
        events.withLock { events in
            events.reduce(0) { sum, event in
                if case .settled(let days) = event { sum + days } else { sum }
            }
        }
    }

    /// How often it says that the database failed.
    var pauses: Int {
        events.withLock { events in
            events.count { if case .paused = $0 { true } else { false } }
        }
    }
}
