package import HTTPClient
package import HealthModel

/// The header field by which a server says when to come again (RFC 9110, section 10.2.3).
package enum RetryAfter {
    /// Reads how long to wait from now; nil where the answer does not say, or not in its grammar.
    ///
    /// A date is measured from the answer's own `Date`, as a device's clock may be wrong, and from
    /// `now` where there is none. One that has passed is no wait at all.
    package static func read(_ headers: ResponseHeaders, now: Instant) -> Duration? {
        guard let text = headers["Retry-After"] else { return nil }
        if let first = text.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) {
            // Ten years are as good as for ever, and do not overflow.
            return UInt64(text).map { .seconds(Int64(min($0, 315_360_000))) }
        }
        guard let date = HTTPDate.parse(text) else { return nil }
        let reference = headers["Date"].flatMap { HTTPDate.parse($0) } ?? now
        return .microseconds(max(0, date.microseconds - reference.microseconds))
    }
}
