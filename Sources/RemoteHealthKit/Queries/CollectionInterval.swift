#if !canImport(HealthKit)
import Foundation
import HealthModel

/// The intervals of a statistics collection: how long they are, and in which zone days begin.
struct CollectionInterval: Sendable {
    /// The length.
    let length: CalendarInterval
    /// The zone.
    let zone: Zone
    /// The length as ISO 8601 spells it.
    let text: String
    /// The most time an interval can take, with room for changes of clocks, in microseconds.
    private let reach: Int64

    /// Reads the components; their calendar's or own zone counts, else the current one.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` for components that make no interval.
    init(_ components: DateComponents) throws {
        let parts = try Self.parts(components)
        guard
            let length = CalendarInterval(
                years: parts[0],
                months: parts[1],
                weeks: parts[2],
                days: parts[3],
                hours: parts[4],
                minutes: parts[5],
                seconds: parts[6]
            )
        else {
            throw HKError.failure(
                .errorInvalidArgument,
                "The interval components have to be positive and describe some length of time."
            )
        }
        self.length = length
        text = Self.spell(parts)
        let days = Int64(parts[0] * 366 + parts[1] * 31 + parts[2] * 7 + parts[3] + 2)
        let seconds = Int64(parts[4] * 3600 + parts[5] * 60 + parts[6])
        reach = (days * 86_400 + seconds) * 1_000_000
        let timeZone = components.timeZone ?? components.calendar?.timeZone ?? .current
        zone = try Self.zone(timeZone, isNeeded: !length.isFixed)
    }

    /// The intervals, whole, that a range falls into, as their edges.
    ///
    /// The first interval begins at the start of the range or before, the last ends at its end or
    /// behind.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` for more than the server gives at once.
    func edges(covering range: TimeRange, anchor: Instant) throws -> [Instant] {
        let partition = CalendarPartition(interval: length, anchor: anchor, zone: zone)
        // Beyond the ends, so that the partition's own edges lie around the range.
        let wide = TimeRange(
            start: Instant(microseconds: range.start.microseconds - reach),
            end: Instant(microseconds: range.end.microseconds + reach)
        )
        let edges: [Instant]
        do throws(PartitionError) {
            edges = try partition.edges(covering: wide, limit: Self.limit + 1000)
        } catch {
            throw HKError.failure(
                .errorInvalidArgument,
                "The intervals cut the range into more than \(Self.limit) statistics."
            )
        }
        let inner = edges.dropFirst().dropLast()
        let first = inner.lastIndex { $0 <= range.start } ?? inner.startIndex
        let last = inner.firstIndex { $0 >= range.end } ?? inner.index(before: inner.endIndex)
        return first <= last ? Array(inner[first...last]) : []
    }

    /// The whole interval that an instant lies in; nil beyond the time that samples may have.
    func interval(around instant: Instant, anchor: Instant) -> TimeRange? {
        let next = Instant(microseconds: instant.microseconds + 1)
        let range = TimeRange(start: instant, end: next)
        guard Instant.supported.contains(instant),
            let edges = try? edges(covering: range, anchor: anchor), edges.count == 2
        else { return nil }
        return TimeRange(start: edges[0], end: edges[1])
    }

    /// Whether a range may have more intervals than the server gives at once.
    func isTooFine(for range: TimeRange) -> Bool {
        let length = max(reach - 2 * 86_400_000_000, 1_000_000)
        return (range.end.microseconds - range.start.microseconds) / length > Self.limit / 2
    }

    /// The most intervals that the server gives at once.
    private static let limit = 100_000

    /// Years, months, weeks, days, hours, minutes and seconds.
    private static func parts(_ components: DateComponents) throws -> [Int] {
        let others = [
            components.era, components.weekday, components.weekdayOrdinal,
            components.yearForWeekOfYear, components.nanosecond,
        ]
        guard others.allSatisfy({ ($0 ?? 0) == 0 }) else {
            throw HKError.failure(
                .errorInvalidArgument,
                "Intervals are made of years, quarters, months, weeks, days, hours, minutes and"
                    + " seconds."
            )
        }
        return [
            components.year ?? 0,
            (components.month ?? 0) + 3 * (components.quarter ?? 0),
            (components.weekOfYear ?? 0) + (components.weekOfMonth ?? 0),
            components.day ?? 0,
            components.hour ?? 0,
            components.minute ?? 0,
            components.second ?? 0,
        ]
    }

    private static func spell(_ parts: [Int]) -> String {
        func spell(_ parts: ArraySlice<Int>, _ letters: String) -> String {
            zip(parts, letters).filter { $0.0 != 0 }.map { "\($0.0)\($0.1)" }.joined()
        }
        let time = spell(parts[4...], "HMS")
        return "P" + spell(parts[..<4], "YMWD") + (time.isEmpty ? "" : "T" + time)
    }

    /// The zone of the IANA database that a time zone is.
    private static func zone(_ timeZone: TimeZone, isNeeded: Bool) throws -> Zone {
        if let zone = Zone(identifier: timeZone.identifier) { return zone }
        if !isNeeded { return .utc }
        let seconds = timeZone.secondsFromGMT()
        if seconds == 0 { return .utc }
        // The database names zones by how far Greenwich is ahead of them.
        let hours = seconds / 3600
        if seconds % 3600 == 0, timeZone.nextDaylightSavingTimeTransition == nil,
            let zone = Zone(identifier: "Etc/GMT" + (hours > 0 ? "-\(hours)" : "+\(-hours)"))
        {
            return zone
        }
        throw HKError.failure(
            .errorInvalidArgument,
            "Days cannot be told apart in the zone \(timeZone.identifier): the server takes zones"
                + " of the IANA database, such as Europe/Paris."
        )
    }
}
#endif
