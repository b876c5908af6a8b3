import Foundation
import HealthModel
import TestSupport
import Testing

/// What a random case consists of.
private struct Case {
    let zone: Zone
    let partition: CalendarPartition
    let component: Calendar.Component
    let count: Int
    let anchor: Instant

    init(using generator: inout SeededGenerator, zones: [Zone]) throws {
        zone = try #require(zones.randomElement(using: &generator))
        // Clocks change at night: an anchor by day has one instant in every zone.
        let day = Int64.random(in: 0..<20_000, using: &generator)
        let hour = Int64.random(in: 9..<20, using: &generator)
        let wallClock = Instant(seconds: day * 86400 + hour * 3600)
        anchor = zone.instant(ofWallClock: wallClock)
        count = Int.random(in: 1...5, using: &generator)
        let component: Calendar.Component =
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: .day
            case 1: .weekOfYear
            default: .month
            }
        self.component = component
        let interval = CalendarInterval(
            months: component == .month ? count : 0,
            weeks: component == .weekOfYear ? count : 0,
            days: component == .day ? count : 0
        )
        partition = CalendarPartition(
            interval: try #require(interval),
            anchor: anchor,
            zone: zone
        )
    }
}

@Suite("Laws of calendar partitions", .offPool)
struct CalendarPartitionLawTests {
    private static let zones = TimeZone.knownTimeZoneIdentifiers.compactMap {
        Zone(identifier: $0)
    }

    @Test("Boundaries are where Foundation's calendar puts them", arguments: [7, 8, 9] as [UInt64])
    func agreesWithFoundation(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let random = try Case(using: &generator, zones: Self.zones)
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = try #require(TimeZone(identifier: random.zone.identifier))
            let anchor = Date(timeIntervalSince1970: Double(random.anchor.microseconds) / 1e6)
            let expected = try (-8...8).map { step in
                let date = calendar.date(
                    byAdding: random.component,
                    value: step * random.count,
                    to: anchor
                )
                return Instant(seconds: Int64(try #require(date).timeIntervalSince1970))
            }
            let range = TimeRange(
                start: try #require(expected.first),
                end: try #require(expected.last)
            )
            let edges = try random.partition.edges(covering: range, limit: 100)
            // A day that a zone skipped has its boundary twice in Foundation and once here.
            #expect(edges == unique(expected), "seed \(seed), \(random)")
        }
    }

    @Test(
        "The boundaries in a part of a range are those of the whole",
        arguments: [10, 11] as [UInt64]
    )
    func isLocal(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let random = try Case(using: &generator, zones: Self.zones)
            let start = random.anchor.microseconds - 400 * 86_400_000_000
            let whole = TimeRange(
                start: Instant(microseconds: start),
                end: Instant(microseconds: start + 800 * 86_400_000_000)
            )
            let bounds = (0..<2).map { _ in
                Int64.random(
                    in: whole.start.microseconds...whole.end.microseconds,
                    using: &generator
                )
            }.sorted()
            let part = TimeRange(
                start: Instant(microseconds: bounds[0]),
                end: Instant(microseconds: bounds[1])
            )
            let all = try random.partition.edges(covering: whole, limit: 1000)
            let some = try random.partition.edges(covering: part, limit: 1000)
            let inside = all.filter { part.start < $0 && $0 < part.end }
            #expect(some == unique([part.start] + inside + [part.end]), "seed \(seed), \(random)")
            #expect(zip(all, all.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
        }
    }

    private func unique(_ edges: [Instant]) -> [Instant] {
        edges.reduce(into: []) { result, edge in
            if result.last != edge { result.append(edge) }
        }
    }
}
