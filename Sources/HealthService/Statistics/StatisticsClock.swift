import HealthAPI
import HealthModel
import JSON

/// How the times of a question for statistics are read, and those of its answer written.
enum StatisticsClock {
    /// At the offsets the request was written with.
    case written(start: ZonedInstant, end: ZonedInstant)
    /// In an IANA zone.
    case zone(Zone)
    /// As wall clocks without an offset: `timeZone=recorded`.
    case wall

    /// Whether samples are placed by the zone they were recorded in.
    var isWall: Bool {
        if case .wall = self { true } else { false }
    }

    /// The zone calendar arithmetic is done in; wall clocks are written as if in UTC.
    var zone: Zone {
        if case .zone(let zone) = self { zone } else { .utc }
    }

    /// What the answer names the zone.
    var name: String { isWall ? "recorded" : zone.identifier }

    /// An instant with the offset it is written at; nil for a wall clock.
    fileprivate func zoned(_ instant: Instant) -> ZonedInstant? {
        switch self {
        case .written(let start, let end):
            let offset = (instant == end.instant ? end : start).offsetInMinutes
            return ZonedInstant(instant, offsetInMinutes: offset ?? 0)
        case .zone(let zone):
            let minutes = zone.offsetInSeconds(at: instant) / 60
            return ZonedInstant(instant, offsetInMinutes: Int16(minutes))
        case .wall: return nil
        }
    }
}

extension JSONWriter {
    /// Writes a key with an instant as a clock shows it.
    mutating func member(_ name: StaticString, _ instant: Instant, _ clock: StatisticsClock) {
        key(name)
        time(instant, clock)
    }

    /// Writes an instant as a clock shows it.
    mutating func time(_ instant: Instant, _ clock: StatisticsClock) {
        if let time = clock.zoned(instant) {
            self.time(time)
        } else {
            self.time(wallClock: instant)
        }
    }
}
