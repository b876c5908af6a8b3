import HTTPClient
import HealthModel
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

    @Test(
        "The three forms of a date are one instant, and nothing else is a date",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777),
            ("Mon, 29 Feb 2016 00:00:00 GMT", 1_456_704_000),
            ("Sun, 29 Feb 2015 00:00:00 GMT", nil), ("Sun, 06 Nov 1994 24:00:00 GMT", nil),
            ("Sun, 06 Nov 1994 08:49:37 CET", nil), ("Sun, 06 Nov 1994 08:49 GMT", nil),
            ("06 Nov 1994 08:49:37", nil), ("Sun, 06 Abc 1994 08:49:37 GMT", nil),
            ("Sun, -6 Nov 1994 08:49:37 GMT", 784_111_777), ("", nil), ("x y z u v w", nil),
        ] as [(String, Int64?)]
    )
    func dates(text: String, seconds: Int64?) {
        #expect(HTTPDate.parse(text) == seconds.map { Instant(seconds: $0) })
    }

    @Test(
        "The time to wait is read in seconds or as a date, by the server's own clock",
        arguments: [
            (["Retry-After": "7"], 7), (["retry-after": "0"], 0), (["Retry-After": "-7"], nil),
            (["Retry-After": "1.5"], nil), (["Retry-After": "soon"], nil), ([:], nil),
            (["Retry-After": "18446744073709551615"], 315_360_000),
            (["Retry-After": "99999999999999999999"], nil),
            (["Retry-After": "Sun, 06 Nov 1994 08:50:37 GMT"], 60),
            (["Retry-After": "Sun, 06 Nov 1994 08:00:00 GMT"], 0),
            (
                [
                    "Retry-After": "Mon, 30 Nov 2026 12:00:30 GMT",
                    "Date": "Mon, 30 Nov 2026 12:00:00 GMT",
                ], 30
            ),
        ] as [([String: String], Int?)]
    )
    func header(fields: [String: String], seconds: Int?) {
        let headers = ResponseHeaders(pairs: fields.map { (name: $0, value: $1) })
        let wait = RetryAfter.read(headers, now: Instant(seconds: 784_111_777))
        #expect(wait == seconds.map { .seconds($0) })
    }
}
