/// A point in time, in whole microseconds since 1970-01-01T00:00:00Z.
package struct Instant: Hashable, Comparable, Sendable {
    /// Microseconds since 1970 UTC; negative before it.
    package var microseconds: Int64

    /// Makes an instant from microseconds since 1970 UTC.
    package init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Makes an instant from whole seconds since 1970 UTC.
    package init(seconds: Int64) {
        self.microseconds = seconds * 1_000_000
    }

    /// Seconds since 1970 UTC, rounded down.
    package var wholeSeconds: Int64 { microseconds.quotientRoundedDown(by: 1_000_000) }

    /// The earliest and the latest instant a sample may carry: the years 0001 to 9999.
    package static let supported: ClosedRange<Instant> =
        Instant(seconds: -62_135_596_800)...Instant(microseconds: 253_402_300_799_999_999)

    package static func < (left: Instant, right: Instant) -> Bool {
        left.microseconds < right.microseconds
    }
}

/// A half-open span of time, `[start, end)`; empty when both are equal.
package struct TimeRange: Hashable, Sendable {
    /// The first instant inside.
    package let start: Instant
    /// The first instant after the range; never before `start`.
    package let end: Instant

    /// Makes a range; traps when `end` lies before `start`.
    package init(start: Instant, end: Instant) {
        precondition(start <= end, "a time range ends before it starts")
        self.start = start
        self.end = end
    }
}

/// An instant together with the offset its writer printed.
///
/// The offset is nil when the writer did not know it: RFC 3339, section 4.3, spells that `-00:00`.
package struct ZonedInstant: Hashable, Sendable {
    /// The instant itself; two spellings of one instant share it.
    package var instant: Instant
    /// Minutes east of UTC as written, or nil where the local offset is unknown.
    package var offsetInMinutes: Int16?

    /// Joins an instant and the offset it was written with.
    package init(_ instant: Instant, offsetInMinutes: Int16?) {
        self.instant = instant
        self.offsetInMinutes = offsetInMinutes
    }
}
