import HealthModel
import HealthStore
import Postgres
import TestSupport
import Testing

/// What the store keeps of batches that have a name.
@Suite("Batches with a name", .offPool)
struct BatchTests {
    @Test("A repetition stores nothing and comes back with what was kept")
    func repeated() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let first = try await fixture.save([TestSample(1)], as: .named("a"), user: user)
            #expect(first.outcomes == [.stored] && first.position == 1)
            #expect(first.record?.answer == [1])
            // Later samples change what the identity would say, not what was kept.
            try await fixture.save([TestSample(2)], user: user)
            let again = try await fixture.save([TestSample(1)], as: .named("a"), user: user)
            #expect(again.outcomes == [] && again.position == 1)
            #expect(again.record == first.record)
            #expect(try await fixture.positions(of: user) == [1, 2])
            let kept = try await fixture.store.batch(named: "a", of: user, by: .operator)
            #expect(kept == first.record)
        }
    }

    @Test("Another body under the same name is a conflict and stores nothing")
    func conflict() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            _ = try await fixture.save([TestSample(1)], as: .named("a"), user: user)
            await #expect(throws: HealthStoreError.batchConflict) {
                try await fixture.save(
                    [TestSample(2)],
                    as: .named("a", digest: 9),
                    user: user
                )
            }
            #expect(try await fixture.positions(of: user) == [1])
        }
    }

    @Test("A name belongs to a user and a client")
    func scope() async throws {
        try await withStore { fixture in
            let (user, other) = (try await fixture.makeUser(), try await fixture.makeUser())
            let client = try await fixture.makeClient("com.example.other")
            _ = try await fixture.save([TestSample(1)], as: .named("a"), user: user)
            let theirs = BatchClaim.named("a", digest: 9)
            let of = try await fixture.save([TestSample(2)], as: theirs, user: other)
            let by = try await fixture.save(
                [TestSample(2)],
                as: theirs,
                user: user,
                client: client
            )
            #expect(of.outcomes == [.stored] && by.outcomes == [.stored])
        }
    }

    @Test("What the answer is not made for, and an atomic batch with a conflict, is not kept")
    func notKept() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let silent = BatchClaim.named("a") { _ in nil }
            let first = try await fixture.save([TestSample(1)], as: silent, user: user)
            #expect(first.outcomes == [.stored] && first.record == nil)
            let atomic = try await fixture.save(
                [TestSample(1, value: 77), TestSample(2)],
                as: .named("b"),
                user: user,
                isAtomic: true
            )
            #expect(atomic.outcomes == [.uuidConflict, .notStored] && atomic.record == nil)
            #expect(try await fixture.count("batches", of: user) == 0)
        }
    }

    @Test("Of eight equal batches of one name at once one stores and all get the same answer")
    func atOnce() async throws {
        try await withStore(poolSize: 8) { fixture in
            for round in 0..<5 {
                let user = try await fixture.makeUser()
                let samples = (0..<40).map { TestSample(UInt64($0), at: Int64($0)) }
                let results = try await withThrowingTaskGroup(of: SaveResult.self) { group in
                    for number in 0..<8 {
                        group.addTask {
                            let claim = BatchClaim.named("a") { _ in [UInt8(number)] }
                            return try await fixture.save(samples, as: claim, user: user)
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(results.count { !$0.outcomes.isEmpty } == 1, "round \(round)")
                #expect(Set(results.map(\.record)).count == 1, "round \(round)")
                #expect(try await fixture.count("samples", of: user) == 40)
            }
        }
    }

    @Test("Old names are forgotten a few at a time, young ones and those of others never")
    func pruning() async throws {
        try await withStore { fixture in
            let (user, other) = (try await fixture.makeUser(), try await fixture.makeUser())
            for number in 0..<20 {
                _ = try await fixture.save([], as: .named("old\(number)"), user: user)
            }
            _ = try await fixture.save([], as: .named("old"), user: other)
            _ = try await fixture.save([], as: .named("a"), user: user, now: TestTime.now + 1)
            #expect(try await fixture.count("batches", of: user) == 21)
            let since = Instant(microseconds: TestTime.now + 1)
            for (number, left) in [(0, 6), (1, 3), (2, 4)] {
                let claim = BatchClaim.named("new\(number)", keptSince: since)
                _ = try await fixture.save([], as: claim, user: user, now: TestTime.now + 2)
                #expect(try await fixture.count("batches", of: user) == left)
            }
            #expect(try await fixture.store.batch(named: "a", of: user, by: .operator) != nil)
            #expect(try await fixture.count("batches", of: other) == 1)
        }
    }

    @Test("A batch for somebody who does not exist is not kept")
    func noUser() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.store.eraseUser(user, by: "test")
            await #expect(throws: HealthStoreError.userNotFound) {
                try await fixture.save([TestSample(1)], as: .named("a"), user: user)
            }
            #expect(try await fixture.count("batches", of: user) == 0)
        }
    }
}

extension BatchClaim {
    /// A claim whose digest is one byte again and again, kept with an answer of one byte.
    fileprivate static func named(
        _ name: String,
        digest: UInt8 = 1,
        keptSince: Instant = Instant(microseconds: 0),
        answer: @escaping @Sendable (SaveResult) -> [UInt8]? = { _ in [1] }
    ) -> BatchClaim {
        BatchClaim(
            name: name,
            digest: [UInt8](repeating: digest, count: 32),
            keptSince: keptSince,
            answer: answer
        )
    }
}

extension StoreFixture {
    /// Saves samples under a name.
    fileprivate func save(
        _ samples: [TestSample],
        as claim: BatchClaim,
        user: UserID,
        client: ClientID = .operator,
        isAtomic: Bool = false,
        now: Int64 = TestTime.now
    ) async throws -> SaveResult {
        try await store.save(
            NewSamples(samples, user: user, client: client, isAtomic: isAtomic),
            user: user,
            now: Instant(microseconds: now),
            as: claim
        )
    }
}
