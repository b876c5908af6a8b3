import HTTPClient
import Testing

/// When a server says to come again.
@Suite("Retry-After")
struct RetryAfterTests {
    @Test(
        "The time to wait is read in seconds or as a date, by the server's own clock",
        arguments: [
            (["Retry-After": "7"], 7), (["retry-after": "0"], 0), (["Retry-After": "-7"], nil),
            (["Retry-After": "1.5"], nil), (["Retry-After": "soon"], nil), ([:], nil),
            (["Retry-After": ""], nil), (["Retry-After": "18446744073709551615"], 315_360_000),
            (["Retry-After": "99999999999999999999"], 315_360_000),
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
        #expect(headers.retryAfter(now: 784_111_777) == seconds.map { .seconds($0) })
    }

    @Test(
        "The three forms of a date are one instant, and what is none asks for nothing",
        arguments: [
            ("Sun, 06 Nov 1994 08:50:37 GMT", 60), ("Sunday, 06-Nov-94 08:50:37 GMT", 60),
            ("Sun Nov  6 08:50:37 1994", 60), ("Sun, 06 Nov 1994 24:00:00 GMT", nil),
            ("Sun, 06 Abc 1994 08:49:37 GMT", nil), ("x y z u v w", nil),
        ] as [(String, Int?)]
    )
    func dates(text: String, seconds: Int?) {
        let headers = ResponseHeaders(pairs: [(name: "Retry-After", value: text)])
        #expect(headers.retryAfter(now: 784_111_777) == seconds.map { .seconds($0) })
    }
}
