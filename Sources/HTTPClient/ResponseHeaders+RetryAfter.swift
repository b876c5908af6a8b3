import CCurl

extension ResponseHeaders {
    /// How long `Retry-After` asks to wait; nil where it is missing or malformed.
    ///
    /// It is a number of seconds or a date (RFC 9110, section 10.2.3). A date is measured from the
    /// answer's own `Date`, as the clock here may be wrong; one that has passed is no wait at all.
    ///
    /// - Parameter now: Seconds since 1970, for an answer without a `Date`.
    package func retryAfter(now: Int64) -> Duration? {
        guard let text = self["Retry-After"], let first = text.utf8.first else { return nil }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        if digits.contains(first) {
            guard text.utf8.allSatisfy(digits.contains) else { return nil }
            // Ten years are as good as for ever, and do not overflow.
            return .seconds(min(Int64(text) ?? .max, 315_360_000))
        }
        guard let date = seconds(ofDate: text) else { return nil }
        let reference = self["Date"].flatMap(seconds(ofDate:)) ?? now
        return .seconds(max(0, date - reference))
    }
}

/// Reads the date of a header field, in seconds since 1970.
private func seconds(ofDate text: String) -> Int64? {
    let seconds = curl_getdate(text, nil)
    return seconds < 0 ? nil : Int64(seconds)
}
