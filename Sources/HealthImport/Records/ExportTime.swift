import HealthModel

/// Reading of the times that exports print: `2018-03-05 11:22:05 -0400`.
enum ExportTime {
    /// Parses a time in either of the two forms phones have used.
    ///
    /// iOS 8 printed `20140104084300-0800`. The offset is part of both. Nil for anything else, such
    /// as 31 February or trailing characters.
    static func parse(_ text: UnsafeBufferPointer<UInt8>) -> ZonedInstant? {
        switch text.count {
        case 25:
            guard text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
                text[10] == UInt8(ascii: " "), text[13] == UInt8(ascii: ":"),
                text[16] == UInt8(ascii: ":"), text[19] == UInt8(ascii: " ")
            else { return nil }
            return parse(text, fields: (0, 5, 8, 11, 14, 17, 20))
        case 19: return parse(text, fields: (0, 4, 6, 8, 10, 12, 14))
        default: return nil
        }
    }

    /// Reads year, month, day, hour, minute, second and offset at the given places.
    private static func parse(
        _ text: UnsafeBufferPointer<UInt8>,
        fields: (Int, Int, Int, Int, Int, Int, Int)
    ) -> ZonedInstant? {
        guard let century = pair(text, fields.0), let yearOfCentury = pair(text, fields.0 + 2),
            let month = pair(text, fields.1), (1...12).contains(month),
            let day = pair(text, fields.2), let hour = pair(text, fields.3), hour <= 23,
            let minute = pair(text, fields.4), minute <= 59,
            let second = pair(text, fields.5), second <= 59,
            let offset = offset(text, fields.6)
        else { return nil }
        let year = century * 100 + yearOfCentury
        guard year >= 1, (1...CivilDate.days(inMonth: month, of: year)).contains(day) else {
            return nil
        }
        let days = CivilDate(year: year, month: month, day: day).daysSince1970
        let seconds = days * 86400 + hour * 3600 + (minute - offset) * 60 + second
        return ZonedInstant(Instant(seconds: Int64(seconds)), offsetInMinutes: Int16(offset))
    }

    /// Reads `+hhmm` or `-hhmm`, in minutes east of UTC.
    private static func offset(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int? {
        guard let hours = pair(text, index + 1), hours <= 23,
            let minutes = pair(text, index + 3), minutes <= 59
        else { return nil }
        switch text[index] {
        case UInt8(ascii: "+"): return hours * 60 + minutes
        case UInt8(ascii: "-"): return -(hours * 60 + minutes)
        default: return nil
        }
    }

    /// Reads two decimal digits.
    private static func pair(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int? {
        let tens = text[index] &- UInt8(ascii: "0")
        let ones = text[index + 1] &- UInt8(ascii: "0")
        guard tens <= 9, ones <= 9 else { return nil }
        return Int(tens) * 10 + Int(ones)
    }
}
