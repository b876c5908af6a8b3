import HealthModel
import TestSupport
import Testing

@Suite("Limits of calendar partitions", .offPool)
struct CalendarPartitionLimitTests {
    private let day = "2026-01-01T00:00:00Z"

    @Test("An empty range has its start as the only edge, whatever the limit")
    func emptyRange() throws {
        #expect(try edges("P1D", anchor: day, zone: "UTC", from: day, to: day, limit: 0) == [day])
    }

    @Test("A range inside one bucket has its own ends as edges")
    func insideOneBucket() throws {
        let end = "2026-01-01T00:00:00.000001Z"
        #expect(
            try edges("P1Y", anchor: day, zone: "UTC", from: day, to: end, limit: 1) == [day, end]
        )
    }

    @Test("As many buckets as the limit are allowed, and one more is not")
    func limit() throws {
        let end = "2026-01-11T00:00:00Z"
        let ten = try edges("P1D", anchor: day, zone: "UTC", from: day, to: end, limit: 10)
        #expect(ten.count == 11)
        #expect(throws: PartitionError.tooManyBuckets(9)) {
            try edges("P1D", anchor: day, zone: "UTC", from: day, to: end, limit: 9)
        }
        #expect(throws: PartitionError.tooManyBuckets(10)) {
            let later = "2026-01-11T00:00:00.000001Z"
            return try edges("P1D", anchor: day, zone: "UTC", from: day, to: later, limit: 10)
        }
        #expect(throws: PartitionError.tooManyBuckets(0)) {
            try edges("P1D", anchor: day, zone: "UTC", from: day, to: end, limit: 0)
        }
    }

    @Test("Seconds over all of history stop at the limit")
    func hostileRange() {
        #expect(throws: PartitionError.tooManyBuckets(5000)) {
            try edges(
                "PT1S",
                anchor: "9999-12-31T23:59:59Z",
                zone: "Europe/Paris",
                from: "0001-01-01T00:00:00Z",
                to: "9999-12-31T23:59:59Z",
                limit: 5000
            )
        }
    }

    @Test(
        "A far anchor gives the same buckets as a near one",
        arguments: ["PT1H", "P1D", "P1W", "P1M", "P1Y"]
    )
    func farAnchor(interval: String) throws {
        // 1 January of 0001, 2001 and 9601 are Mondays: whole Gregorian cycles lie between.
        let results = try ["0001-01-01", "2001-01-01", "9601-01-01"].map { anchor in
            try edges(
                interval,
                anchor: anchor + "T00:00:00Z",
                zone: "UTC",
                from: "2025-12-20T00:00:00Z",
                to: "2026-01-20T00:00:00Z"
            )
        }
        #expect(results[0].count > 2)
        #expect(results[0] == results[1])
        #expect(results[2] == results[1])
    }

    @Test("A hundred thousand days are cut one by one")
    func manyBuckets() throws {
        let zone = try #require(Zone(identifier: "America/New_York"))
        let start = try instant("1900-01-01T05:00:00Z")
        let lastMidnight = CivilDate(year: 1900, month: 1, day: 1).daysSince1970 + 100_000
        let end = zone.instant(ofWallClock: Instant(seconds: Int64(lastMidnight) * 86400))
        let partition = CalendarPartition(
            interval: try #require(CalendarInterval(days: 1)),
            anchor: start,
            zone: zone
        )
        let edges = try partition.edges(
            covering: TimeRange(start: start, end: end),
            limit: 100_000
        )
        #expect(edges.count == 100_001)
        let lengths = zip(edges.dropFirst(), edges).map { $0.microseconds - $1.microseconds }
        #expect(Set(lengths.map { $0 / 3_600_000_000 }) == [23, 24, 25])
    }

    @Test(
        "The longest intervals cut the whole of supported time into one or two buckets",
        arguments: ["P9999Y", "P118000M", "P520000W", "P3660000D", "PT87840000H", "P9000YT1S"],
        ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z"]
    )
    func longestIntervals(interval: String, anchor: String) throws {
        let result = try edges(
            interval,
            anchor: anchor,
            zone: "Europe/Paris",
            from: "0001-01-01T00:00:00Z",
            to: "9999-12-31T23:59:59.999999Z"
        )
        #expect((2...3).contains(result.count))
    }
}
