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

@Suite("Saving while the database fails", .offPool)
struct SaveFailureTests {
    @Test(
        "A session killed in the middle of a batch leaves nothing half done",
        arguments: ["samples", "source_types", "dirty_days", "sources", "source_revisions"]
    )
    func killed(table: String) async throws {
        try await withStore(poolSize: 2) { fixture in
            let user = try await fixture.makeUser()
            let batch = (0..<20).map { TestSample(UInt64($0), at: Int64($0)) }
            let blocker = try fixture.database.connect()
            // The batch stops in front of one of its tables, with everything before written.
            try blocker.script("BEGIN; LOCK TABLE \(table) IN EXCLUSIVE MODE")
            async let saved = fixture.save(batch, user: user)
            try await fixture.killWriter(waitingFor: table)
            // Nothing of it is to be seen, while the store tries again and waits again.
            #expect(try await fixture.positions(of: user).isEmpty)
            for name in ["samples", "sources", "source_types", "dirty_days"] {
                #expect(try await fixture.count(name, of: user) == 0, "\(name)")
            }
            try blocker.script("ROLLBACK")
            #expect(try await saved == Array(repeating: .stored, count: 20))
            #expect(try await fixture.positions(of: user) == Array(1...20))
            #expect(try await fixture.save(batch, user: user).allSatisfy { $0 == .duplicate })
        }
    }

    @Test("When every try fails the error says so, nothing is stored and a later try stores")
    func killedForGood() async throws {
        try await withStore(poolSize: 2) { fixture in
            let user = try await fixture.makeUser()
            let batch = (0..<20).map { TestSample(UInt64($0), at: Int64($0)) }
            let blocker = try fixture.database.connect()
            try blocker.script("BEGIN; LOCK TABLE samples IN EXCLUSIVE MODE")
            async let saved = fixture.failure(saving: batch, user: user)
            for _ in 0..<3 { try await fixture.killWriter(waitingFor: "samples") }
            #expect((await saved as? PostgresError)?.isRetryable == true)
            try blocker.script("ROLLBACK")
            #expect(try await fixture.positions(of: user).isEmpty)
            #expect(try await fixture.count("sources", of: user) == 0)
            #expect(try await fixture.save(batch, user: user).allSatisfy { $0 == .stored })
        }
    }

    @Test("A session killed while it settles leaves the days dirty and the totals right")
    func killedWhileSettling() async throws {
        try await withStore(poolSize: 2) { fixture in
            let user = try await fixture.makeUser()
            let edges = [TestTime.start, TestTime.start + 3 * TestTime.day]
            try await fixture.save([TestSample(1), TestSample(2, at: 2000)], user: user)
            let blocker = try fixture.database.connect()
            try blocker.script("BEGIN; LOCK TABLE day_totals IN EXCLUSIVE MODE")
            async let sums = fixture.sums(user: user, edges: edges)
            try await fixture.killWriter(waitingFor: "day_totals")
            #expect(try await fixture.count("dirty_days", of: user) == 2)
            try blocker.script("ROLLBACK")
            #expect(try await sums == [200])
            #expect(try await fixture.count("dirty_days", of: user) == 0)
        }
    }

    @Test("A batch that the database refuses is rolled back, and the connection lives on")
    func refused() async throws {
        try await withStore(poolSize: 1) { fixture in
            let user = try await fixture.makeUser()
            let bad = TestSample(1).with { $0.end = $0.start - 1 }
            await #expect {
                try await fixture.save([TestSample(2), bad], user: user)
            } throws: { error in
                (error as? PostgresError)?.sqlState == "23514"
            }
            #expect(try await fixture.count("sources", of: user) == 0)
            #expect(try await fixture.save([TestSample(2)], user: user) == [.stored])
            #expect(try await fixture.positions(of: user) == [1])
        }
    }
}

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

    /// Saves and answers what went wrong.
    fileprivate func failure(saving batch: [TestSample], user: UserID) async -> (any Error)? {
        do {
            try await save(batch, user: user)
            return nil
        } catch {
            return error
        }
    }

    /// Ends the session that waits for a table, as soon as there is one.
    fileprivate func killWriter(waitingFor table: String) async throws {
        let killer = try database.connect()
        for _ in 0..<2000 {
            let killed = try killer.run(killWaiting, [.text(table)])
            if killed.rowCount > 0 { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("nobody ever waited for \(table)")
    }
}

private let killWaiting = Statement(
    "test_kill_waiting",
    """
    SELECT pg_terminate_backend(l.pid)
    FROM pg_locks AS l
    WHERE NOT l.granted AND l.relation = to_regclass($1)
    """
)
