import HealthModel
import HealthStore
import Postgres
import TestSupport
import Testing

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

    @Test(
        "A session killed in the middle of a replacement leaves the old version",
        arguments: ["samples", "deletions", "source_types", "dirty_days"]
    )
    func killedWhileReplacing(table: String) async throws {
        try await withStore(poolSize: 2) { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save([TestSample(1).version(1)], user: user)
            let before = try await fixture.state(of: user)
            let blocker = try fixture.database.connect()
            try blocker.script("BEGIN; LOCK TABLE \(table) IN EXCLUSIVE MODE")
            let new = TestSample(2, at: 3000, source: .watch).version(2)
            async let outcomes = fixture.save([new], user: user)
            try await fixture.killWriter(waitingFor: table)
            #expect(try await fixture.state(of: user) == before)
            try blocker.script("ROLLBACK")
            #expect(try await outcomes == [.replaced])
            #expect(try await fixture.changePositions(of: user) == [2, 3])
        }
    }

    @Test(
        "A session killed in the middle of a deletion leaves everything",
        arguments: ["samples", "deletions", "source_types", "dirty_days", "audit_events"]
    )
    func killedWhileDeleting(table: String) async throws {
        try await withStore(poolSize: 2) { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save([TestSample(1), TestSample(2)], user: user)
            let before = try await fixture.state(of: user)
            let blocker = try fixture.database.connect()
            try blocker.script("BEGIN; LOCK TABLE \(table) IN EXCLUSIVE MODE")
            async let outcomes = fixture.delete([TestSample(1)], user: user)
            try await fixture.killWriter(waitingFor: table)
            #expect(try await fixture.state(of: user) == before)
            try blocker.script("ROLLBACK")
            #expect(try await outcomes == [.deleted])
            #expect(try await fixture.changePositions(of: user) == [2, 3])
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
    /// Saves and answers what went wrong.
    fileprivate func failure(saving batch: [TestSample], user: UserID) async -> (any Error)? {
        do {
            try await save(batch, user: user)
            return nil
        } catch {
            return error
        }
    }

    /// Ends the session that waits for a table, as soon as there is one, and sees it gone.
    fileprivate func killWriter(waitingFor table: String) async throws {
        let killer = try database.connect()
        var killed: [Int32] = []
        for _ in 0..<2000 {
            if killed.isEmpty {
                killed = try killer.run(killWaiting, [.text(table)]).int4Column(0)
            } else if try killer.run(countSessions, [.int4Array(killed)]).int8(0, 0) == 0 {
                return
            }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("nobody ever waited for \(table), or would not go")
    }
}

private let killWaiting = Statement(
    "test_kill_waiting",
    """
    WITH waiting AS MATERIALIZED (
        SELECT l.pid
        FROM pg_locks AS l
        JOIN pg_database AS d ON d.oid = l.database
        WHERE NOT l.granted AND l.relation = to_regclass($1) AND d.datname = current_database()
    )
    SELECT w.pid
    FROM waiting AS w
    WHERE pg_terminate_backend(w.pid)
    """
)

private let countSessions = Statement(
    "test_count_sessions",
    "SELECT count(*) FROM pg_stat_activity WHERE pid = ANY($1)"
)
