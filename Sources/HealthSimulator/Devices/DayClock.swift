import HealthModel

/// How the seconds of a day lie in time, and what clocks on the wall show then.
///
/// A second of the day is counted as time goes by from its midnight on, also where clocks change.
struct DayClock: Sendable {
    /// When the day begins, in seconds since 1970 UTC.
    let midnight: Int64
    /// The offset at midnight, in minutes east of UTC.
    private let offset: Int16
    /// From when on another offset holds that day, and which.
    private let change: (start: Int64, offset: Int16)?

    /// The clock of a day at one offset throughout.
    init(midnight: Int64, offset: Int16) {
        self.midnight = midnight
        self.offset = offset
        change = nil
    }

    /// The clock of a civil day in a zone.
    init(day: Int, in zone: Zone) {
        midnight = Self.midnight(of: day, in: zone)
        let next = Self.midnight(of: day + 1, in: zone)
        offset = Self.offset(at: midnight, in: zone)
        let last = Self.offset(at: next, in: zone)
        guard last != offset else {
            change = nil
            return
        }
        var (before, after) = (midnight, next)
        while after - before > 1 {
            let middle = before + (after - before) / 2
            if Self.offset(at: middle, in: zone) == offset {
                before = middle
            } else {
                after = middle
            }
        }
        change = (after, last)
    }

    /// An instant, in seconds since 1970 UTC, as a clock on the wall shows it.
    func zoned(_ second: Int64) -> ZonedInstant {
        var offset = offset
        if let change, second >= change.start { offset = change.offset }
        return ZonedInstant(Instant(seconds: second), offsetInMinutes: offset)
    }

    /// The first second of a civil day in a zone, in seconds since 1970 UTC.
    static func midnight(of day: Int, in zone: Zone) -> Int64 {
        zone.instant(ofWallClock: Instant(seconds: Int64(day) * 86_400)).wholeSeconds
    }

    private static func offset(at second: Int64, in zone: Zone) -> Int16 {
        Int16(zone.offsetInSeconds(at: Instant(seconds: second)) / 60)
    }
}
