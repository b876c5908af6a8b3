import CCurl

extension ResponseHeaders {
    /// The seconds that `Retry-After` asks to wait; nil where it is missing or malformed.
    ///
    /// It is a number or a date (RFC 9110, section 10.2.3); one that is past means no time.
    ///
    /// - Parameter seconds: The time now, in seconds since 1970.
    package func retryAfter(atSeconds seconds: Double) -> Double? {
        guard let text = self["Retry-After"] else { return nil }
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return Double(text)
        }
        let date = curl_getdate(text, nil)
        return date < 0 ? nil : max(0, Double(date) - seconds)
    }
}
