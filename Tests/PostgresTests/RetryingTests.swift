import TestSupport
import Testing

@testable import Postgres

@Suite("Retrying", .offPool)
struct RetryingTests {
    private let passing = PostgresError(.server, sqlState: "40001", message: "again")

    @Test("What may pass is tried again, as often as was asked")
    func triesAgain() async {
        var attempts = 0
        let error = await #expect(throws: PostgresError.self) {
            try await retrying(attempts: 3) {
                attempts += 1
                throw passing
            }
        }
        #expect(error?.sqlState == "40001")
        #expect(attempts == 3)
    }

    @Test("What will not pass is not tried again")
    func givesUp() async {
        var attempts = 0
        await #expect(throws: PostgresError.self) {
            try await retrying(attempts: 3) {
                attempts += 1
                throw PostgresError(.server, sqlState: "23505", message: "duplicate")
            }
        }
        #expect(attempts == 1)
    }

    @Test("A success ends it")
    func succeeds() async throws {
        var attempts = 0
        let answer = try await retrying(attempts: 5) {
            attempts += 1
            if attempts < 3 { throw passing }
            return attempts
        }
        #expect(answer == 3)
    }

    @Test("Pauses grow to the longest, never beyond it, and begin anew after a reset")
    func backoff() {
        var generator = SeededGenerator()
        print("seed \(generator.seed)")
        var backoff = Backoff(first: .milliseconds(50), longest: .seconds(1))
        for attempt in 0..<100 {
            let full = min(Duration.seconds(1), .milliseconds(50) * (1 << min(attempt, 10)))
            let pause = backoff.next(using: &generator)
            #expect(pause >= full / 2 && pause <= full)
        }
        backoff.reset()
        #expect(backoff.next(using: &generator) <= .milliseconds(50))
    }

    @Test(
        "Durations become milliseconds, rounded up and within bounds",
        arguments: [
            (Duration.zero, 0), (.nanoseconds(1), 1), (.milliseconds(1500), 1500),
            (.microseconds(1001), 2), (.seconds(-1), 0), (.seconds(Int64.max), Int32.max),
            (.seconds(10_000_000), Int32.max),
        ] as [(Duration, Int32)]
    )
    func milliseconds(duration: Duration, expected: Int32) {
        #expect(duration.wholeMilliseconds == expected)
    }
}
