import HealthModel
import HealthStore
import Postgres
import TestSupport
import Testing

@Suite("Saving at the same time", .offPool)
struct SaveConcurrencyTests {
    @Test("Of eight equal batches at once one stores, seven find duplicates and none fails")
    func sameBatch() async throws {
        try await withStore(poolSize: 8) { fixture in
            for round in 0..<5 {
                let user = try await fixture.makeUser()
                let sources: [SourceReference] = [.phone, .watch, .scale]
                let batch = (0..<60).map { number in
                    TestSample(UInt64(number), at: Int64(number), source: sources[number % 3])
                }
                let outcomes = try await fixture.push(
                    Array(repeating: batch.shuffled(), count: 8),
                    user: user
                )
                #expect(outcomes.count == 8)
                let stored = outcomes.filter { $0.allSatisfy { $0 == .stored } }.count
                let duplicate = outcomes.filter { $0.allSatisfy { $0 == .duplicate } }.count
                #expect(stored == 1 && duplicate == 7, "round \(round)")
                #expect(try await fixture.positions(of: user) == Array(1...60))
                #expect(try await fixture.count("sources", of: user) == 3)
                #expect(try await fixture.count("source_revisions", of: user) == 3)
            }
        }
    }

    @Test("Batches that overlap in any way store each sample once")
    func overlappingBatches() async throws {
        var generator = SeededGenerator()
        print("seed \(generator.seed)")
        let batches = (0..<16).map { _ in
            (0..<25).map { _ in
                TestSample(UInt64.random(in: 0..<120, using: &generator))
            }
        }
        try await withStore(poolSize: 8) { fixture in
            let user = try await fixture.makeUser()
            let outcomes = try await fixture.push(batches, user: user)
            let different = Set(batches.joined().map(\.id)).count
            #expect(outcomes.joined().count { $0 == .stored } == different)
            #expect(outcomes.joined().allSatisfy { $0 == .stored || $0 == .duplicate })
            #expect(try await fixture.positions(of: user) == Array(1...Int64(different)))
        }
    }

    @Test("Two users' batches go side by side: one need not wait for the other")
    func sideBySide() async throws {
        try await withStore { fixture in
            let waiting = try await fixture.makeUser()
            let other = try await fixture.makeUser()
            let holder = try fixture.database.connect()
            try holder.script("BEGIN")
            _ = try holder.run(lockStream, [.int8(waiting.number)])
            async let late = fixture.save([TestSample(1)], user: waiting)
            // Comes back though the first user's stream is still locked.
            #expect(try await fixture.save([TestSample(1)], user: other) == [.stored])
            #expect(try await fixture.positions(of: waiting).isEmpty)
            try holder.script("COMMIT")
            #expect(try await late == [.stored])
        }
    }

    @Test("Reads, pushes and new orders at once: every answer is one that was true at a moment")
    func readersAndWriters() async throws {
        try await withStore(poolSize: 8) { fixture in
            let user = try await fixture.makeUser()
            let days = (0..<4).map { TestTime.start + Int64($0) * TestTime.day }
            try await withThrowingTaskGroup { group in
                for number in 0..<20 {
                    group.addTask {
                        // Ten over four days each: whole batches show, never a part of one.
                        let batch = (0..<4).map { day in
                            TestSample(
                                UInt64(number * 4 + day),
                                at: Int64(day * 1440 + number * 20),
                                value: 10
                            )
                        }
                        try await fixture.save(batch, user: user)
                    }
                    group.addTask {
                        let sums = try await fixture.sums(user: user, edges: days)
                        let numbers = Set(sums.map { $0 ?? 0 })
                        #expect(numbers.count == 1, "a batch shows in part: \(sums)")
                    }
                    group.addTask {
                        let order = TestOrder(ranked: number.isMultiple(of: 2) ? [.phone] : [])
                        // The source may not be known yet.
                        try? await fixture.store.setOrder(order, of: user)
                    }
                }
                try await group.waitForAll()
            }
            let sums = try await fixture.sums(user: user, edges: days)
            #expect(agree(sums, [200, 200, 200]))
        }
    }
}

private let lockStream = Statement(
    "test_lock_stream",
    "SELECT last_position FROM user_streams WHERE user_id = $1 FOR UPDATE"
)

extension StoreFixture {
    /// Pushes batches all at once.
    fileprivate func push(
        _ batches: [[TestSample]],
        user: UserID
    ) async throws -> [[SaveOutcome]] {
        try await withThrowingTaskGroup { group in
            for batch in batches {
                group.addTask { try await save(batch, user: user) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
