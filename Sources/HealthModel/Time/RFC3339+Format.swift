extension RFC3339 {
    /// The bytes the longest time takes: 5 digits of a year, 28 more characters and 6 of an offset.
    package static let longest = 40

    /// Prints an instant at an offset; without one, in UTC with `-00:00`.
    package static func format(_ time: ZonedInstant) -> String {
        text { write(time, to: &$0) }
    }

    /// Prints an instant in UTC with `Z`.
    package static func format(_ instant: Instant) -> String {
        format(ZonedInstant(instant, offsetInMinutes: 0))
    }

    /// Prints the wall clock of an instant in UTC without any offset.
    ///
    /// The fraction is left out when it is zero and has three or six digits otherwise.
    package static func formatWallClock(_ instant: Instant) -> String {
        text { $0.wallClock(instant.microseconds) }
    }

    /// Spells what `format` prints into `longest` bytes, and answers how many it took.
    package static func spell(
        _ time: ZonedInstant,
        into buffer: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        var writer = DigitWriter(buffer)
        write(time, to: &writer)
        return writer.count
    }

    /// Spells what `formatWallClock` prints into `longest` bytes, and answers how many it took.
    package static func spellWallClock(
        _ instant: Instant,
        into buffer: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        var writer = DigitWriter(buffer)
        writer.wallClock(instant.microseconds)
        return writer.count
    }

    private static func write(_ time: ZonedInstant, to writer: inout DigitWriter) {
        let offset = Int(time.offsetInMinutes ?? 0)
        writer.wallClock(time.instant.microseconds + Int64(offset) * 60_000_000)
        if time.offsetInMinutes == 0 { return writer.character("Z") }
        // Of an unknown offset the sign is the message.
        writer.character(offset > 0 ? "+" : "-")
        writer.number(abs(offset) / 60, width: 2)
        writer.character(":")
        writer.number(abs(offset) % 60, width: 2)
    }

    private static func text(_ write: (inout DigitWriter) -> Void) -> String {
        String(unsafeUninitializedCapacity: longest) { buffer in
            var writer = DigitWriter(buffer)
            write(&writer)
            return writer.count
        }
    }
}

/// Writes fixed-width decimal fields into memory; pages of answers hold thousands of times.
private struct DigitWriter {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
        self.buffer = buffer
    }

    mutating func wallClock(_ microseconds: Int64) {
        let days = microseconds.quotientRoundedDown(by: 86_400_000_000)
        let rest = Int(microseconds - days * 86_400_000_000)
        let date = CivilDate(daysSince1970: Int(days))
        let seconds = rest / 1_000_000
        number(date.year, width: date.year > 9999 ? 5 : 4)
        field("-", date.month)
        field("-", date.day)
        field("T", seconds / 3600)
        field(":", seconds / 60 % 60)
        field(":", seconds % 60)
        fraction(rest % 1_000_000)
    }

    mutating func character(_ character: Unicode.Scalar) {
        buffer[count] = UInt8(ascii: character)
        count += 1
    }

    mutating func number(_ number: Int, width: Int) {
        var rest = number
        for position in (count..<count + width).reversed() {
            buffer[position] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        count += width
    }

    private mutating func field(_ separator: Unicode.Scalar, _ value: Int) {
        character(separator)
        number(value, width: 2)
    }

    private mutating func fraction(_ fraction: Int) {
        guard fraction != 0 else { return }
        character(".")
        if fraction % 1000 == 0 {
            number(fraction / 1000, width: 3)
        } else {
            number(fraction, width: 6)
        }
    }
}
