import TestSupport
import Testing

@testable import HealthOutbox

@Suite("When to try again", .offPool)
struct RetryTests {
    private let policy = RetryPolicy(
        attempts: 5,
        base: .seconds(1),
        longest: .seconds(3),
        longestAskedFor: .seconds(10)
    )

    @Test(
        "Pauses double up to the longest, and end",
        arguments: [(1, 1.0), (2, 2), (3, 3), (4, 3), (5, nil), (6, nil)] as [(Int, Double?)]
    )
    func pauses(attempt: Int, seconds: Double?) {
        let pause = policy.pause(after: attempt, retryAfter: nil, jitter: 1)
        #expect(pause == seconds.map { .seconds($0) })
    }

    @Test("Jitter takes any part of a pause", arguments: [(0.0, 0.0), (0.25, 0.5), (1, 2), (9, 2)])
    func jitter(jitter: Double, seconds: Double) {
        #expect(policy.pause(after: 2, retryAfter: nil, jitter: jitter) == .seconds(seconds))
    }

    @Test(
        "A server is given the time it asks for, within bounds",
        arguments: [(0, 1), (5, 5), (10, 10), (3600, 10)]
    )
    func retryAfter(asked: Int, seconds: Int) {
        #expect(
            policy.pause(after: 1, retryAfter: .seconds(asked), jitter: 1) == .seconds(seconds)
        )
    }

    @Test("Any attempt has a bounded pause", arguments: [1, 2, 33, 1000, Int.max - 1])
    func bounds(attempt: Int) throws {
        var policy = policy
        policy.attempts = .max
        let pause = try #require(policy.pause(after: attempt, retryAfter: nil, jitter: 1))
        #expect(pause <= .seconds(3))
    }
}
