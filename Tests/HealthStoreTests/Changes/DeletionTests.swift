import HealthModel
import HealthStore
import Postgres
import TestSupport
import Testing

/// Deletion: who may, what goes and what is left behind.
@Suite("Deleting", .offPool)
struct DeletionTests {
    private let all = Grants(
        share: TypeSelection(isEverything: true),
        read: TypeSelection(isEverything: true)
    )

    @Test("What goes leaves a mark at the next position, and totals without it")
    func traces() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let edges = [TestTime.start, TestTime.start + TestTime.day]
            let samples = [TestSample(1, value: 1), TestSample(2, at: 60, value: 2)]
            try await fixture.save(samples, user: user)
            #expect(try await fixture.sums(user: user, edges: edges) == [3])
            let outcomes = try await fixture.delete(
                [samples[0], TestSample(7), samples[0]],
                user: user
            )
            #expect(outcomes == [.deleted, .sampleNotFound, .duplicate])
            #expect(try await fixture.delete([samples[0]], user: user) == [.duplicate])
            #expect(try await fixture.changePositions(of: user) == [2, 3])
            #expect(try await fixture.lastPosition(of: user) == 3)
            #expect(try await fixture.sums(user: user, edges: edges) == [2])
            let state = try await fixture.state(of: user)
            #expect(state.live == ["2:2"] && state.deleted == ["1"])
        }
    }

    @Test("With its last sample of a type a source is gone from the list of that type")
    func lastSample() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let samples = [TestSample(1), TestSample(2), TestSample(3, source: .watch)]
            try await fixture.save(samples, user: user)
            func listed() async throws -> Int {
                try await fixture.store.sources(of: user, readable: nil, client: nil).count
            }
            _ = try await fixture.delete([samples[0], samples[2]], user: user)
            #expect(try await listed() == 1)
            #expect(try await fixture.store.order(of: user).ranking.count == 1)
            _ = try await fixture.delete([samples[1]], user: user)
            #expect(try await listed() == 0)
            // Its number is kept for the day it comes back.
            #expect(try await fixture.save([TestSample(4)], user: user) == [.stored])
            #expect(try await fixture.count("sources", of: user) == 2)
        }
    }

    @Test("A client deletes what it saved; what it may not know of is not found")
    func owners() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let own = try await fixture.makeClient("com.example.own")
            let other = try await fixture.makeClient("com.example.other")
            let (mine, theirs, gone) = (TestSample(1), TestSample(2), TestSample(3))
            try await fixture.save([mine], user: user, client: own)
            try await fixture.save([theirs, gone], user: user, client: other)
            _ = try await fixture.delete([gone], user: user)
            let asked = [mine, theirs, gone, TestSample(4)]
            let writer = Grants(share: TypeSelection(isEverything: true), read: TypeSelection())
            let blind = try await fixture.delete(asked, user: user, by: .client(own, writer))
            #expect(blind == [.deleted, .sampleNotFound, .sampleNotFound, .sampleNotFound])
            let seeing = try await fixture.delete(asked, user: user, by: .client(own, all))
            #expect(seeing == [.duplicate, .notOwner, .sampleNotFound, .sampleNotFound])
            let owner = try await fixture.delete(asked, user: user, by: .client(other, all))
            #expect(owner == [.sampleNotFound, .deleted, .duplicate, .sampleNotFound])
        }
    }

    @Test("Without the right to share a client deletes nothing, and hears so of its own only")
    func shares() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let own = try await fixture.makeClient("com.example.own")
            try await fixture.save([TestSample(1)], user: user, client: own)
            try await fixture.save([TestSample(2)], user: user)
            let asked = [TestSample(1), TestSample(2)]
            let undecided = try await fixture.delete(asked, user: user, by: .client(own, Grants()))
            #expect(undecided == [.authorizationNotDetermined, .sampleNotFound])
            let refused = Grants(share: TypeSelection(), read: TypeSelection())
            let denied = try await fixture.delete(asked, user: user, by: .client(own, refused))
            #expect(denied == [.sharingDenied, .sampleNotFound])
            #expect(try await fixture.lastPosition(of: user) == 2)
        }
    }

    @Test("By sync identifier a client's own sample of the type goes")
    func syncIdentifiers() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let own = try await fixture.makeClient("com.example.own")
            let samples = [
                TestSample(1).version(1, of: "a"), TestSample(2).version(1, of: "b"),
                TestSample(3, type: .food).version(1, of: "a"),
            ]
            try await fixture.save(samples, user: user, client: own)
            let foreign = TestSample(4).version(1, of: "a")
            try await fixture.save([foreign], user: user)
            let keys = ["a", "nothing", "a"].map(SyncIdentity.key(of:))
            let selection = SampleDeletion.Selection.synchronized(
                typeID: QuantityType.steps.id,
                keys: keys
            )
            let result = try await fixture.delete(selection, user: user, by: .client(own, all))
            #expect(result.outcomes.map(\.outcome) == [.deleted, .sampleNotFound, .duplicate])
            #expect(result.deletedCount == 1)
            #expect(try await fixture.state(of: user).deleted == ["1"])
            // The operator's word is about everybody's.
            let everything = try await fixture.delete(selection, user: user)
            #expect(everything.outcomes.map(\.outcome).first == .deleted)
            #expect(try await fixture.state(of: user).deleted == ["1", "4"])
        }
    }

    @Test(
        "A range takes what a query for it finds",
        arguments: [[], .start, .end, [.start, .end]] as [StrictOptions]
    )
    func range(strict: StrictOptions) async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let own = try await fixture.makeClient("com.example.own")
            let samples = [
                TestSample(1, at: 0, lasting: 30), TestSample(2, at: 30, lasting: 30),
                TestSample(3, at: 60, lasting: 0), TestSample(4, at: 90, lasting: 0),
                TestSample(5, at: 80, lasting: 20), TestSample(6, at: 0, lasting: 400),
                TestSample(7, at: -300, lasting: 335), TestSample(8, at: 40, lasting: 5),
            ]
            try await fixture.save(samples, user: user, client: own)
            try await fixture.save([TestSample(9, at: 40)], user: user)
            try await fixture.save([TestSample(10, at: 40, type: .food)], user: user, client: own)
            let range = TimeRange(
                start: Instant(microseconds: TestTime.start + 30 * TestTime.minute),
                end: Instant(microseconds: TestTime.start + 90 * TestTime.minute)
            )
            var query = SampleQuery.all(of: user, visibility: .savedBy(own))
            (query.range, query.strict) = (range, strict)
            let found = try await fixture.store.samples(query)
            #expect(found.count > 1)
            let result = try await fixture.delete(
                .range(typeID: QuantityType.steps.id, range, strict),
                user: user,
                by: .client(own, all)
            )
            #expect(result.deletedCount == found.count && result.outcomes.isEmpty)
            #expect(!result.isPartial)
            let gone = try await fixture.query("SELECT uuid FROM deletions ORDER BY uuid") {
                $0.uuidColumn(0).map(SampleID.init(bits:))
            }
            #expect(gone == found.map(\.id).sorted())
            #expect(try await fixture.store.samples(query).isEmpty)
        }
    }

    @Test("A long range goes in pieces of ten thousand, each gapless")
    func pieces() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let samples = (0..<10_001).map { number in
                TestSample(UInt64(number + 1), at: Int64(number), lasting: 1)
            }
            for start in stride(from: 0, to: samples.count, by: 5000) {
                let end = min(start + 5000, samples.count)
                try await fixture.save(Array(samples[start..<end]), user: user)
            }
            let everything = SampleQuery.all(of: user).range
            let selection = SampleDeletion.Selection.range(
                typeID: QuantityType.steps.id,
                everything,
                []
            )
            let first = try await fixture.delete(selection, user: user)
            #expect(first.deletedCount == 10_000 && first.isPartial)
            let second = try await fixture.delete(selection, user: user)
            #expect(second.deletedCount == 1 && !second.isPartial)
            #expect(second.position == 20_002)
            #expect(try await fixture.changePositions(of: user) == Array(10_002...20_002))
            #expect(try await fixture.count("source_types", of: user) == 0)
        }
    }

    @Test("A deletion is audited with how much of which types, and not when nothing goes")
    func audit() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let samples = [TestSample(1), TestSample(2), TestSample(3, type: .food)]
            try await fixture.save(samples, user: user)
            _ = try await fixture.delete(samples, user: user)
            _ = try await fixture.delete(samples + [TestSample(9)], user: user)
            let subjects = try await fixture.query(
                "SELECT actor || ' ' || subject FROM audit_events WHERE action = 'samples.delete'"
            ) { $0.textColumn(0) }
            #expect(
                subjects == [
                    "test 1 HKQuantityTypeIdentifierDietaryEnergyConsumed,"
                        + " 2 HKQuantityTypeIdentifierStepCount"
                ]
            )
        }
    }

    @Test("A deletion that fails on its way changes nothing")
    func failure() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save([TestSample(1), TestSample(2)], user: user)
            let tables = try await fixture.tablesOfUsers()
            let before = try await fixture.rows(of: tables, user)
            let connection = try fixture.database.connect()
            try connection.script(
                """
                CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN RAISE EXCEPTION 'no'; END $$;
                CREATE TRIGGER refuse BEFORE INSERT ON audit_events
                FOR EACH ROW EXECUTE FUNCTION refuse();
                """
            )
            await #expect(throws: PostgresError.self) {
                try await fixture.delete([TestSample(1)], user: user)
            }
            #expect(try await fixture.rows(of: tables, user) == before)
        }
    }
}
