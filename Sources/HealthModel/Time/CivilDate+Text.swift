extension CivilDate: LosslessStringConvertible {
    /// Reads `YYYY-MM-DD`, the form of RFC 3339 (section 5.6) and of exports.
    ///
    /// Nil for everything else, the year 0000 and days that the calendar does not have included.
    package init?(_ text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 10, digits[4] == 0x2D, digits[7] == 0x2D,
            let year = Self.number(digits[0..<4]), year >= 1,
            let month = Self.number(digits[5..<7]), (1...12).contains(month),
            let day = Self.number(digits[8..<10]),
            day >= 1, day <= Self.days(inMonth: month, of: year)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The date as `YYYY-MM-DD`.
    package var description: String {
        Self.padded(year, to: 4) + "-" + Self.padded(month, to: 2) + "-" + Self.padded(day, to: 2)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var number = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            number = number * 10 + Int(digit - 0x30)
        }
        return number
    }

    private static func padded(_ number: Int, to width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
}
