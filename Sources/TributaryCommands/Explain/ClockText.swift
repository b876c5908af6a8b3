import HealthModel

/// Times of the day as drawings and tables have them.
enum ClockText {
    /// The time of an instant on the clock that another time was written by: `08:15` or `08:15:30`.
    static func time(_ instant: Instant, like other: ZonedInstant, hasSeconds: Bool) -> String {
        let text = wallClock(instant, like: other)
        return String(text.dropFirst(11).prefix(hasSeconds ? 8 : 5))
    }

    /// The date of an instant on that clock: `2026-11-30`.
    static func date(_ instant: Instant, like other: ZonedInstant) -> String {
        String(wallClock(instant, like: other).prefix(10))
    }

    private static func wallClock(_ instant: Instant, like other: ZonedInstant) -> String {
        let offset = Int64(other.offsetInMinutes ?? 0) * 60_000_000
        return RFC3339.formatWallClock(Instant(microseconds: instant.microseconds + offset))
    }
}
