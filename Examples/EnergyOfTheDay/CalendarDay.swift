import Foundation

/// A day of the calendar, of which every time zone has its own.
struct CalendarDay: Sendable {
    private let components: DateComponents

    /// The day that an instant belongs to in a time zone.
    init(of date: Date, in zone: TimeZone) {
        let day = Self.calendar(in: zone).dateComponents([.year, .month, .day], from: date)
        components = day
    }

    /// Reads a day such as `2025-10-26`; nil for anything else.
    init?(_ text: String) {
        let parts = text.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3 else { return nil }
        components = DateComponents(year: parts[0], month: parts[1], day: parts[2])
        let gregorian = Calendar(identifier: .gregorian)
        guard components.isValidDate(in: gregorian) else { return nil }
    }

    /// From midnight to the next midnight of a time zone: 23, 24 or 25 hours.
    ///
    /// Never midnight and 24 hours more: where clocks change, that is another midnight's day.
    func interval(in zone: TimeZone) -> DateInterval? {
        let calendar = Self.calendar(in: zone)
        return calendar.date(from: components).flatMap {
            calendar.dateInterval(of: .day, for: $0)
        }
    }

    private static func calendar(in zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }
}

extension CalendarDay: CustomStringConvertible {
    var description: String {
        String(
            format: "%04d-%02d-%02d",
            components.year ?? 0,
            components.month ?? 0,
            components.day ?? 0
        )
    }
}
