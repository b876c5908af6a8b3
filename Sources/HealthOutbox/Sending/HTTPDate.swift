import HealthModel

/// The dates of header fields (RFC 9110, section 5.6.7).
enum HTTPDate {
    /// Reads any of the three forms that a recipient has to know; nil for everything else.
    ///
    /// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and
    /// `Sun Nov  6 08:49:37 1994`. The name of the day is not compared with the date.
    static func parse(_ text: String) -> Instant? {
        let words = text.split(whereSeparator: { " ,-".contains($0) })
        if words.count == 6, words[5] == "GMT" {
            guard let written = number(words[3]) else { return nil }
            let year = words[3].count == 2 ? century(written) : written
            return instant(year: year, month: words[2], day: words[1], time: words[4])
        }
        guard words.count == 5, let year = number(words[4]) else { return nil }
        return instant(year: year, month: words[1], day: words[2], time: words[3])
    }

    /// The year that two digits stand for.
    ///
    /// The grammar asks for the one that is not more than 50 years ahead; such dates were written
    /// until the nineties, so that a fixed window does.
    private static func century(_ year: Int) -> Int { year < 70 ? 2000 + year : 1900 + year }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func instant(
        year: Int,
        month name: Substring,
        day: Substring,
        time: Substring
    ) -> Instant? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false).map(number)
        guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
            hour < 24, minute < 60, second <= 60, (1...9999).contains(year),
            let month = months.firstIndex(where: { $0 == name }).map({ $0 + 1 }),
            let day = number(day), (1...CivilDate.days(inMonth: month, of: year)).contains(day)
        else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        let seconds = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second
        return Instant(seconds: Int64(seconds))
    }

    /// A number of one to four digits.
    private static func number(_ text: Substring) -> Int? {
        let areDigits = text.utf8.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        }
        return (1...4).contains(text.utf8.count) && areDigits ? Int(text) : nil
    }
}
