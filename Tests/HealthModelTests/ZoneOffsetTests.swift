import Foundation
import HealthModel
import TestSupport
import Testing

/// What is remembered of zones, against what Foundation says.
@Suite("Remembered offsets", .offPool)
struct ZoneOffsetTests {
    /// Every zone of the database that Tributary takes.
    private static let zones = TimeZone.knownTimeZoneIdentifiers.compactMap {
        Zone(identifier: $0)
    }

    @Test("An offset is Foundation's at any instant of any zone, remembered or not")
    func anyInstant() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        #expect(Self.zones.count > 300)
        for zone in Self.zones {
            let timeZone = try #require(TimeZone(identifier: zone.identifier))
            // From 1835 to 2151, so that some are before and after what is remembered.
            let middle = Int64.random(in: -4_260_000_000...5_711_000_000, using: &random)
            for _ in 0..<100 {
                let second = middle + Int64.random(in: -40_000_000...40_000_000, using: &random)
                expectSame(zone, timeZone, at: second)
            }
        }
    }

    @Test(
        "The second of every change of clocks is kept",
        arguments: [1916, 1945, 1975, 2011, 2026]
    )
    func changes(year: Int) throws {
        let days = CivilDate(year: year, month: 1, day: 1).daysSince1970
        for zone in Self.zones {
            let timeZone = try #require(TimeZone(identifier: zone.identifier))
            var date = Date(timeIntervalSince1970: Double(days) * 86_400)
            for _ in 0..<4 {
                guard let change = timeZone.nextDaylightSavingTimeTransition(after: date) else {
                    break
                }
                let second = Int64(change.timeIntervalSince1970.rounded(.down))
                for near in second - 2...second + 2 { expectSame(zone, timeZone, at: near) }
                date = change
            }
        }
    }

    private func expectSame(_ zone: Zone, _ timeZone: TimeZone, at second: Int64) {
        let offset = zone.offsetInSeconds(at: Instant(seconds: second))
        let date = Date(timeIntervalSince1970: Double(second))
        let expected = timeZone.secondsFromGMT(for: date)
        if offset != expected {
            Issue.record("\(zone.identifier) at \(second): \(offset) instead of \(expected)")
        }
    }
}
