import Foundation
import HealthModel
import TestSupport
import Testing

@Suite("Time zones", .offPool)
struct ZoneTests {
    @Test(
        "Names of the IANA database are found and kept",
        arguments: [
            "UTC", "GMT", "Europe/Paris", "Asia/Kathmandu", "Asia/Calcutta", "Asia/Kolkata",
            "Europe/Kyiv", "America/Argentina/Buenos_Aires", "US/Pacific", "Etc/GMT+5", "EST5EDT",
        ]
    )
    func known(identifier: String) {
        #expect(Zone(identifier: identifier)?.identifier == identifier)
    }

    @Test(
        "Other names are refused",
        arguments: [
            "", "GMT+1", "GMT+0530", "GMT+01:00", "UTC+1", "+01:00", "Z", "BST", "PST", "IST",
            "europe/paris", "Europe/Paris ", "Europe//Paris", "Europe", "Mars/Olympus", "/",
            "../../etc/passwd", "/usr/share/zoneinfo/Europe/Paris", "posix/Europe/Paris",
            "SystemV/EST5", "Factory", "Europe/Paris\0", "GMT-0",
            String(repeating: "Europe/", count: 10_000),
        ]
    )
    func unknown(identifier: String) {
        #expect(Zone(identifier: identifier) == nil)
    }

    @Test(
        "Offsets follow the zone's history",
        arguments: [
            ("UTC", "2026-07-01T00:00:00Z", 0), ("Europe/Paris", "2026-01-01T00:00:00Z", 3600),
            ("Europe/Paris", "2026-03-29T00:59:59.999999Z", 3600),
            ("Europe/Paris", "2026-03-29T01:00:00Z", 7200),
            ("Asia/Kolkata", "2026-01-01T00:00:00Z", 19800),
            ("Asia/Kathmandu", "2026-01-01T00:00:00Z", 20700),
            ("America/St_Johns", "2026-01-01T00:00:00Z", -12600),
            ("Pacific/Apia", "2011-12-30T09:59:59.999999Z", -36000),
            ("Pacific/Apia", "2011-12-30T10:00:00Z", 50400),
            ("America/New_York", "1969-12-31T23:59:59.5Z", -18000),
        ]
    )
    func offset(identifier: String, time: String, seconds: Int) throws {
        let zone = try #require(Zone(identifier: identifier))
        let instant = try #require(RFC3339.parse(time)).instant
        #expect(zone.offsetInSeconds(at: instant) == seconds)
    }

    @Test(
        "A wall clock gives its instant, the skip, or the earlier of two",
        arguments: [
            ("UTC", "2026-07-01T12:34:56.789012", "2026-07-01T12:34:56.789012Z"),
            ("Europe/Paris", "2026-07-01T12:00:00", "2026-07-01T10:00:00Z"),
            ("Europe/Paris", "2026-03-29T01:59:59.999999", "2026-03-29T00:59:59.999999Z"),
            ("Europe/Paris", "2026-03-29T02:00:00", "2026-03-29T01:00:00Z"),
            ("Europe/Paris", "2026-03-29T02:30:00", "2026-03-29T01:00:00Z"),
            ("Europe/Paris", "2026-03-29T03:00:00", "2026-03-29T01:00:00Z"),
            ("Europe/Paris", "2026-03-29T03:00:00.000001", "2026-03-29T01:00:00.000001Z"),
            ("Europe/Paris", "2026-10-25T02:00:00", "2026-10-25T00:00:00Z"),
            ("Europe/Paris", "2026-10-25T02:59:59.999999", "2026-10-25T00:59:59.999999Z"),
            ("Europe/Paris", "2026-10-25T03:00:00", "2026-10-25T02:00:00Z"),
            ("America/Sao_Paulo", "2018-11-04T00:00:00", "2018-11-04T03:00:00Z"),
            ("Asia/Beirut", "2018-03-25T00:00:00", "2018-03-24T22:00:00Z"),
            ("Pacific/Apia", "2011-12-30T00:00:00", "2011-12-30T10:00:00Z"),
            ("Pacific/Apia", "2011-12-30T23:59:59", "2011-12-30T10:00:00Z"),
            ("Pacific/Apia", "2011-12-31T00:00:00", "2011-12-30T10:00:00Z"),
            ("Australia/Lord_Howe", "2026-10-04T02:15:00", "2026-10-03T15:30:00Z"),
        ]
    )
    func wallClock(identifier: String, wallClock: String, expected: String) throws {
        let zone = try #require(Zone(identifier: identifier))
        let clock = try #require(RFC3339.parseWallClock(wallClock))
        let instant = zone.instant(ofWallClock: clock)
        #expect(RFC3339.format(instant) == expected)
    }

    @Test("A wall clock gives the first instant at which clocks show it or more, in every zone")
    func firstInstantLaw() throws {
        var generator = SeededGenerator(seed: 6)
        let zones = TimeZone.knownTimeZoneIdentifiers.compactMap { Zone(identifier: $0) }
        #expect(zones.count > 400)
        func local(_ zone: Zone, _ microseconds: Int64) -> Int64 {
            let offset = zone.offsetInSeconds(at: Instant(microseconds: microseconds))
            return microseconds + Int64(offset) * 1_000_000
        }
        let quarter: Int64 = 900_000_000
        for zone in zones {
            for _ in 0..<20 {
                let wall = Int64.random(in: -1_000_000...2_200_000, using: &generator) * quarter
                let instant = zone.instant(ofWallClock: Instant(microseconds: wall)).microseconds
                let isFirst =
                    local(zone, instant) >= wall
                    && (1...80).allSatisfy { local(zone, instant - $0 * quarter) < wall }
                    && local(zone, instant - 1) < wall
                #expect(isFirst, "seed 6, \(zone.identifier), \(wall)")
            }
        }
    }
}
