/// A length of time in calendar parts, such as a month, a week or ninety minutes.
///
/// Months and years are longer or shorter by where they stand, and so are days, where clocks
/// change. At least one part is not zero and none is negative.
package struct CalendarInterval: Hashable, Sendable {
    /// Calendar years.
    package let years: Int
    /// Calendar months.
    package let months: Int
    /// Weeks of seven calendar days.
    package let weeks: Int
    /// Calendar days.
    package let days: Int
    /// Hours of elapsed time.
    package let hours: Int
    /// Minutes of elapsed time.
    package let minutes: Int
    /// Seconds of elapsed time.
    package let seconds: Int

    /// The longest interval: about ten thousand years, more than the span of supported instants.
    private static let maximumSeconds = 10_000 * 366 * 86400

    /// Makes an interval of parts that may be up to a thousand million each.
    ///
    /// Nil when a part is negative, when all are zero, or when the whole exceeds 10,000 years.
    package init?(
        years: Int = 0,
        months: Int = 0,
        weeks: Int = 0,
        days: Int = 0,
        hours: Int = 0,
        minutes: Int = 0,
        seconds: Int = 0
    ) {
        let parts = [years, months, weeks, days, hours, minutes, seconds]
        guard parts.allSatisfy({ (0...1_000_000_000).contains($0) }) else { return nil }
        let longestDays = years * 366 + months * 31 + weeks * 7 + days
        let longestSeconds = longestDays * 86400 + hours * 3600 + minutes * 60 + seconds
        guard (1...Self.maximumSeconds).contains(longestSeconds) else { return nil }
        self.years = years
        self.months = months
        self.weeks = weeks
        self.days = days
        self.hours = hours
        self.minutes = minutes
        self.seconds = seconds
    }

    /// Whether the interval always takes the same time: it has no part above hours.
    package var isFixed: Bool { wholeMonths == 0 && wholeDays == 0 }

    /// The elapsed time of a fixed interval; nil for one with days or more.
    package var fixedMicroseconds: Int64? { isFixed ? elapsedMicroseconds : nil }

    /// Years and months, in months.
    var wholeMonths: Int { years * 12 + months }

    /// Weeks and days, in days.
    var wholeDays: Int { weeks * 7 + days }

    /// Hours, minutes and seconds, in microseconds.
    var elapsedMicroseconds: Int64 {
        Int64(hours * 3600 + minutes * 60 + seconds) * 1_000_000
    }
}

extension CalendarInterval {
    /// Parses an ISO 8601 duration such as `PT1H`, `P1D`, `P1W`, `P1M` or `P1DT12H`.
    ///
    /// Weeks may stand beside other parts (ISO 8601-2). Nil for fractions, signs, lower case,
    /// parts out of order or given twice, more than nine digits, and lengths that
    /// `init(years:months:weeks:days:hours:minutes:seconds:)` refuses.
    package init?(iso8601 text: String) {
        var rest = Substring(text).utf8
        guard rest.popFirst() == UInt8(ascii: "P") else { return nil }
        guard let date = Self.parts("YMWD", from: &rest) else { return nil }
        var time = [0, 0, 0]
        if rest.first == UInt8(ascii: "T") {
            rest.removeFirst()
            guard !rest.isEmpty, let parts = Self.parts("HMS", from: &rest) else { return nil }
            time = parts
        }
        guard rest.isEmpty else { return nil }
        self.init(
            years: date[0],
            months: date[1],
            weeks: date[2],
            days: date[3],
            hours: time[0],
            minutes: time[1],
            seconds: time[2]
        )
    }

    /// Reads numbers with their designators, which come in order and may each be missing.
    ///
    /// Stops before a byte that is not a digit; nil when a number has no designator left for it.
    private static func parts(
        _ designators: StaticString,
        from rest: inout Substring.UTF8View
    ) -> [Int]? {
        let count = designators.utf8CodeUnitCount
        var parts = Array(repeating: 0, count: count)
        var index = 0
        while let number = number(from: &rest) {
            guard let designator = rest.popFirst() else { return nil }
            let found = designators.withUTF8Buffer { $0[index...].firstIndex(of: designator) }
            guard let found else { return nil }
            parts[found] = number
            index = found + 1
        }
        return parts
    }

    /// Reads one to nine digits; nil, and nothing read, where there is no digit or there are more.
    private static func number(from rest: inout Substring.UTF8View) -> Int? {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard (1...9).contains(digits.count) else { return nil }
        rest = rest[digits.endIndex...]
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}
