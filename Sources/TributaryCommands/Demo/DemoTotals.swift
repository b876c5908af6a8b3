import HealthModel
import HealthSimulator

/// The middle part of what a demo prints: day by day, what each device says and what counts.
struct DemoTotals {
    private let week: SimulatedWeek
    private let steps: [StatisticsAnswer]
    private let distance: StatisticsAnswer
    private let heartRate: StatisticsAnswer
    /// The sources with steps, in the order of the devices.
    private let sources: [SourceAnswer]

    /// Asks the server, as the app that may read.
    init(week: SimulatedWeek, cast: DemoCast) async throws {
        self.week = week
        let reader = cast.clients[DemoCast.reader]
        func question(_ type: String, _ unit: String, isSeparated: Bool) -> APIClient.Question {
            APIClient.Question(
                type: type,
                start: week.start,
                end: week.end,
                unit: unit,
                isSeparatedBySource: isSeparated
            )
        }
        steps = try await reader.collection(
            question("stepCount", "count", isSeparated: true),
            interval: "P1D",
            timeZone: week.zone.identifier,
            user: "me"
        )
        distance = try await reader.statistics(
            question("distanceWalkingRunning", "km", isSeparated: true),
            user: "me"
        )
        heartRate = try await reader.statistics(
            question("heartRate", "count/min", isSeparated: false),
            user: "me"
        )
        let all = try await reader.sources(user: "me")
        sources = week.devices.compactMap { device in
            all.first { $0.bundleIdentifier == device.source.bundleIdentifier }
        }
    }

    /// The table of steps, a line for distance, a line for heart rate.
    var lines: [String] {
        ["Steps, day by day:", ""] + table.lines + ["", distanceLine, heartRateLine]
    }

    private var table: TextTable {
        var table = TextTable(
            [("day", .left)] + sources.map { (Self.shortName($0.name), .right) }
                + [("added up", .right), ("merged", .right)]
        )
        for (index, bucket) in steps.enumerated() {
            table.append([Self.name(of: week.days[index])] + numbers([bucket]))
        }
        table.appendRule()
        table.append(["total"] + numbers(steps))
        return table
    }

    private func numbers(_ buckets: [StatisticsAnswer]) -> [String] {
        let perSource = sources.map { source in
            buckets.reduce(0) { $0 + $1.sum(ofSource: source.id) }
        }
        let merged = buckets.reduce(0) { $0 + ($1.sum ?? 0) }
        return (perSource + [perSource.reduce(0, +), merged])
            .map { NumberText.decimal($0) }
    }

    private var distanceLine: String {
        let added = distance.sources.reduce(0) { $0 + ($1.sum ?? 0) }
        return "Distance: \(NumberText.decimal(distance.sum, places: 1)) km merged,"
            + " \(NumberText.decimal(added, places: 1)) km added up."
    }

    private var heartRateLine: String {
        "Heart rate: least \(NumberText.decimal(heartRate.min)),"
            + " average \(NumberText.decimal(heartRate.average, places: 1)),"
            + " greatest \(NumberText.decimal(heartRate.max)) count/min."
    }

    /// A name without the person's.
    private static func shortName(_ name: String) -> String {
        name.hasPrefix("Robin's ") ? String(name.dropFirst(8)) : name
    }

    private static func name(of day: CivilDate) -> String {
        let names = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let weekday = names[(day.daysSince1970 % 7 + 7) % 7]
        let date = RFC3339.formatWallClock(Instant(seconds: Int64(day.daysSince1970) * 86_400))
        return weekday + " " + date.prefix(10)
    }
}
