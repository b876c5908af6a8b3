import HealthModel

/// The days of a person as a question about statistics has them.
struct CheckedRange: Sendable {
    /// The first instant; of recorded days the wall clock as if it stood in UTC.
    let start: ZonedInstant
    /// The first instant after the last day.
    let end: ZonedInstant
    private let zone: Zone
    private let isRecorded: Bool

    /// Makes the range of all days.
    init(of person: ExpectedPerson, isRecorded: Bool) {
        self.isRecorded = isRecorded
        zone = isRecorded ? .utc : person.zone
        let first = person.firstDay.daysSince1970
        start = Self.midnight(of: first, in: zone)
        end = Self.midnight(of: first + person.dayCount, in: zone)
    }

    /// The zone of the buckets.
    var zoneName: String { isRecorded ? "recorded" : zone.identifier }

    /// The parameters that say which range is asked about.
    var query: [(name: String, value: String?)] {
        guard isRecorded else {
            return [("start", RFC3339.format(start)), ("end", RFC3339.format(end))]
        }
        return [
            ("start", RFC3339.formatWallClock(start.instant)),
            ("end", RFC3339.formatWallClock(end.instant)), ("timeZone", "recorded"),
        ]
    }

    /// The first instant of a day and the first one after it.
    func ends(of day: CivilDate) -> (start: ZonedInstant, end: ZonedInstant) {
        let number = day.daysSince1970
        return (Self.midnight(of: number, in: zone), Self.midnight(of: number + 1, in: zone))
    }

    private static func midnight(of day: Int, in zone: Zone) -> ZonedInstant {
        let instant = zone.instant(ofWallClock: Instant(seconds: Int64(day) * 86_400))
        let minutes = zone.offsetInSeconds(at: instant) / 60
        return ZonedInstant(instant, offsetInMinutes: Int16(minutes))
    }
}
