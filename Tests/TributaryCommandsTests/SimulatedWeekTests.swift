import HealthModel
import TestSupport
import Testing

@testable import TributaryCommands

@Suite("The simulated days", .offPool)
struct SimulatedWeekTests {
    private func zone(_ name: String) throws -> Zone { try #require(Zone(identifier: name)) }

    private func week(
        _ now: String,
        days: Int = 3,
        zone name: String = "Europe/Paris"
    ) throws -> SimulatedWeek {
        let now = try #require(RFC3339.parse(now)).instant
        return SimulatedWeek(seed: 4, days: days, before: now, zone: try zone(name))
    }

    @Test(
        "The days are the whole ones before today, on the clock of the person",
        arguments: [
            ("2026-11-30T00:30:00+01:00", "Europe/Paris", "2026-11-27", "2026-11-30"),
            ("2026-11-29T23:59:59+01:00", "Europe/Paris", "2026-11-26", "2026-11-29"),
            ("2026-11-30T00:30:00+01:00", "America/New_York", "2026-11-26", "2026-11-29"),
            ("2026-11-30T00:30:00+01:00", "Pacific/Auckland", "2026-11-27", "2026-11-30"),
        ]
    )
    func days(now: String, zone: String, first: String, today: String) throws {
        let week = try week(now, zone: zone)
        #expect(RFC3339.format(week.start).hasPrefix(first + "T00:00:00"))
        #expect(RFC3339.format(week.end).hasPrefix(today + "T00:00:00"))
        #expect(week.days.count == 3)
        #expect(week.end(ofFirst: 3) == week.end)
        #expect(week.end(ofFirst: 7) == week.end)
        #expect(week.end(ofFirst: 2).instant < week.end.instant)
    }

    @Test("A day on which clocks change is as long as it was")
    func clockChange() throws {
        let week = try week("2026-10-26T12:00:00+01:00", days: 1)
        #expect(RFC3339.format(week.start) == "2026-10-25T00:00:00+02:00")
        #expect(RFC3339.format(week.end) == "2026-10-26T00:00:00+01:00")
    }

    @Test("Every device's pushes keep their order and come in turns with the others'")
    func turns() throws {
        let week = try week("2026-11-30T12:00:00+01:00")
        let pushes = week.pushes(size: 50)
        #expect(Set(pushes.map(\.device)) == [0, 1, 2])
        #expect(pushes.allSatisfy { (1...50).contains($0.drafts.count) })
        #expect(pushes == week.pushes(size: 50))
        // The first and the last push of each device have pushes of others between them.
        for device in 0..<3 {
            let places = pushes.indices.filter { pushes[$0].device == device }
            let (first, last) = (try #require(places.first), try #require(places.last))
            #expect(last - first > places.count)
        }
        // Some push comes twice, as after a lost answer.
        let bodies = pushes.map(\.drafts)
        #expect(Set(bodies).count < bodies.count)
    }

    @Test("A day is the same however many come before or after it")
    func length() throws {
        // Clocks change on 25 October, which lies in the longer ones only.
        let short = try week("2026-10-28T12:00:00+01:00", days: 2)
        let long = try week("2026-10-28T12:00:00+01:00", days: 30)
        let later = try week("2026-11-05T12:00:00+01:00", days: 30)
        let samples = Set(short.samples)
        #expect(samples.count > 1000)
        #expect(samples.isSubset(of: long.samples))
        #expect(samples.isSubset(of: later.samples))
    }

    @Test("What is pushed ends in the days, so no server takes it for the future")
    func range() throws {
        let week = try week("2026-11-30T12:00:00+01:00")
        let drafts = week.pushes(size: 500).flatMap(\.drafts)
        // The first night begins in the evening before.
        let evening = week.start.instant.microseconds - 2 * 3_600_000_000
        #expect(drafts.allSatisfy { $0.start.instant.microseconds >= evening })
        #expect(drafts.allSatisfy { $0.end.instant <= week.end.instant })
    }
}
