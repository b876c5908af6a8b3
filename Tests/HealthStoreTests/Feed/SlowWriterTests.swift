import HealthModel
import Postgres
import TestSupport
import Testing

@testable import HealthStore

/// A reader of the feed beside a transaction that takes its time.
@Suite("Feed beside a slow writer", .offPool)
struct SlowWriterTests {
    @Test("A reader that pages during a slow transaction misses nothing that it stores")
    func slowTransaction() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save([TestSample(1)], user: user)
            let gate = try fixture.database.connect()
            try gate.script(gateScript)
            var reader = FeedReader(fixture, user)
            try await reader.pullAll()
            async let slow = fixture.save([TestSample(2, at: 20, value: slowValue)], user: user)
            try await waiters(1, gate)
            // It has its position by now, and has told nobody; the next writer is not held up by
            // the gate, but must not come out before it.
            async let quick = fixture.save([TestSample(3, at: 40)], user: user)
            try await waiters(2, gate)
            for _ in 1...3 {
                try await reader.pull(limit: 1)
                #expect(reader.held.keys.map(\.bits) == [1])
            }
            try gate.script("SELECT pg_advisory_unlock(42)")
            #expect(try await slow == [.stored])
            #expect(try await quick == [.stored])
            let page = try await reader.pull(limit: 1)
            #expect(reader.held.keys.map(\.bits).sorted() == [1, 2] && page.isCut)
            try await reader.pullAll()
            #expect(reader.held.keys.map(\.bits).sorted() == [1, 2, 3])
            #expect(reader.contradictions == [])
        }
    }

    /// Waits until so many sessions wait for a lock.
    private func waiters(_ count: Int64, _ connection: Connection) async throws {
        try await eventually("\(count) writers wait") {
            try connection.run(waiting).int8(0, 0) >= count
        }
    }
}

/// The value of the sample whose insertion takes until the gate opens.
private let slowValue = 77.0

private let gateScript = """
    SELECT pg_advisory_lock(42);
    CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM pg_advisory_xact_lock(42);
        RETURN NEW;
    END $$;
    CREATE TRIGGER gate BEFORE INSERT ON samples
    FOR EACH ROW WHEN (NEW.value = 77) EXECUTE FUNCTION wait_at_gate();
    """

private let waiting = Statement(
    "test_waiting",
    """
    SELECT count(*)
    FROM pg_locks AS l
    JOIN pg_database AS d ON d.oid = l.database OR l.locktype = 'transactionid'
    WHERE d.datname = current_database() AND NOT l.granted
    """
)
