/// Reading and writing of RFC 3339 times, to the microsecond and with their offset.
package enum RFC3339 {
    /// Parses a time such as `2026-11-30T08:00:00.25+01:00`.
    ///
    /// `T` and `Z` may be lower case and a blank may stand for `T` (RFC 3339, section 5.6). Digits
    /// beyond the sixth fraction digit are cut off, as the server keeps microseconds. A leap second
    /// (`:60`) is read as lying in the first second of the next minute. `-00:00` says that the offset is
    /// unknown (section 4.3). Returns nil for everything else: no offset, 31 February, hour 24, an
    /// instant outside of the years 0001 to 9999 in UTC, trailing characters.
    package static func parse(_ text: some Collection<UInt8>) -> ZonedInstant? {
        if let result = text.withContiguousStorageIfAvailable({ parse(buffer: $0) }) {
            return result
        }
        return Array(text).withUnsafeBufferPointer { parse(buffer: $0) }
    }

    /// Parses a time in a string; see `parse(_:)`.
    package static func parse(_ text: String) -> ZonedInstant? {
        parse(text.utf8)
    }

    /// Parses a time in UTF-8 bytes; see `parse(_:)`.
    package static func parse(buffer: UnsafeBufferPointer<UInt8>) -> ZonedInstant? {
        var scanner = DigitScanner(buffer)
        guard let wall = scanner.localTime(), let offset = scanner.offset(), scanner.isAtEnd else {
            return nil
        }
        let instant = Instant(microseconds: wall - Int64(offset.minutes ?? 0) * 60_000_000)
        guard Instant.supported.contains(instant) else { return nil }
        return ZonedInstant(instant, offsetInMinutes: offset.minutes)
    }

    /// Parses a wall-clock time whose offset, if it has one, does not matter.
    ///
    /// Gives the wall clock as if it stood in UTC; used by queries that place samples by the zone
    /// they were recorded in.
    package static func parseWallClock(_ text: String) -> Instant? {
        var text = text
        return text.withUTF8 { buffer in
            var scanner = DigitScanner(buffer)
            guard let wall = scanner.localTime() else { return nil }
            guard scanner.isAtEnd || (scanner.offset() != nil && scanner.isAtEnd) else {
                return nil
            }
            return Instant(microseconds: wall)
        }
    }
}

/// Reads fixed-width decimal fields from bytes; a failed read leaves it somewhere inside.
private struct DigitScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    /// Reads date, separator and time of day; gives microseconds as if in UTC.
    mutating func localTime() -> Int64? {
        guard let year = number(width: 4), year > 0, skip("-"),
            let month = number(width: 2), (1...12).contains(month), skip("-"),
            let day = number(width: 2), day >= 1,
            day <= CivilDate.days(inMonth: month, of: year),
            skip("T") || skip("t") || skip(" "),
            let hour = number(width: 2), hour <= 23, skip(":"),
            let minute = number(width: 2), minute <= 59, skip(":"),
            let second = number(width: 2), second <= 60,
            let fraction = fraction()
        else { return nil }
        let days = Int64(CivilDate(year: year, month: month, day: day).daysSince1970)
        let seconds = days * 86400 + Int64(hour * 3600 + minute * 60 + second)
        return seconds * 1_000_000 + fraction
    }

    /// Reads `Z` or `+hh:mm`; the minutes are nil for `-00:00`.
    mutating func offset() -> (minutes: Int16?, Void)? {
        if skip("Z") || skip("z") { return (0, ()) }
        let isWest = skip("-")
        guard isWest || skip("+"), let hours = number(width: 2), hours <= 23, skip(":"),
            let minutes = number(width: 2), minutes <= 59
        else { return nil }
        let total = Int16(hours * 60 + minutes)
        return (isWest ? (total == 0 ? nil : -total) : total, ())
    }

    private mutating func fraction() -> Int64? {
        guard skip(".") else { return 0 }
        var value: Int64 = 0
        var digits = 0
        while position < bytes.count, let digit = digit(at: position) {
            if digits < 6 { value = value * 10 + Int64(digit) }
            digits += 1
            position += 1
        }
        guard digits > 0 else { return nil }
        for _ in digits..<max(6, digits) { value *= 10 }
        return value
    }

    private mutating func number(width: Int) -> Int? {
        guard position + width <= bytes.count else { return nil }
        var value = 0
        for index in position..<position + width {
            guard let digit = digit(at: index) else { return nil }
            value = value * 10 + digit
        }
        position += width
        return value
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else {
            return false
        }
        position += 1
        return true
    }

    private func digit(at index: Int) -> Int? {
        let digit = bytes[index] &- UInt8(ascii: "0")
        return digit <= 9 ? Int(digit) : nil
    }
}
