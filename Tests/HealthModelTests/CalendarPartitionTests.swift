import HealthModel
import TestSupport
import Testing

@Suite("Calendar partitions", .offPool)
struct CalendarPartitionTests {
    @Test("A day in spring has 23 hours and one in autumn 25")
    func daylightSaving() throws {
        let anchor = "2026-01-01T00:00:00+01:00"
        let spring = try edges(
            "P1D",
            anchor: anchor,
            zone: "Europe/Paris",
            from: "2026-03-28T00:00:00+01:00",
            to: "2026-03-31T00:00:00+02:00"
        )
        #expect(
            spring == [
                "2026-03-27T23:00:00Z", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z",
                "2026-03-30T22:00:00Z",
            ]
        )
        let autumn = try edges(
            "P1D",
            anchor: anchor,
            zone: "Europe/Paris",
            from: "2026-10-25T00:00:00+02:00",
            to: "2026-10-27T00:00:00+01:00"
        )
        #expect(
            autumn == ["2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", "2026-10-26T23:00:00Z"]
        )
    }

    @Test("A day whose midnight does not exist starts with its first instant")
    func missingMidnight() throws {
        let brazil = try edges(
            "P1D",
            anchor: "2018-01-01T00:00:00-02:00",
            zone: "America/Sao_Paulo",
            from: "2018-11-03T03:00:00Z",
            to: "2018-11-06T02:00:00Z"
        )
        #expect(
            brazil == [
                "2018-11-03T03:00:00Z", "2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z",
                "2018-11-06T02:00:00Z",
            ]
        )
        let lebanon = try edges(
            "P1D",
            anchor: "2018-01-01T00:00:00+02:00",
            zone: "Asia/Beirut",
            from: "2018-03-23T22:00:00Z",
            to: "2018-03-26T21:00:00Z"
        )
        #expect(
            lebanon == [
                "2018-03-23T22:00:00Z", "2018-03-24T22:00:00Z", "2018-03-25T21:00:00Z",
                "2018-03-26T21:00:00Z",
            ]
        )
    }

    @Test("The day that Samoa skipped is no bucket")
    func skippedDay() throws {
        let result = try edges(
            "P1D",
            anchor: "2011-12-01T00:00:00-10:00",
            zone: "Pacific/Apia",
            from: "2011-12-28T00:00:00-10:00",
            to: "2012-01-02T00:00:00+14:00"
        )
        #expect(
            result == [
                "2011-12-28T10:00:00Z", "2011-12-29T10:00:00Z", "2011-12-30T10:00:00Z",
                "2011-12-31T10:00:00Z", "2012-01-01T10:00:00Z",
            ]
        )
    }

    @Test(
        "Zones off the full hour cut at their own midnight",
        arguments: [
            ("Asia/Kolkata", "18:30:00Z"), ("Asia/Kathmandu", "18:15:00Z"),
            ("America/St_Johns", "03:30:00Z"), ("Pacific/Marquesas", "09:30:00Z"),
        ]
    )
    func oddOffsets(zone: String, midnight: String) throws {
        let result = try edges(
            "P1D",
            anchor: "2026-01-15T" + midnight,
            zone: zone,
            from: "2026-02-01T00:00:00Z",
            to: "2026-02-03T00:00:00Z"
        )
        #expect(
            result == [
                "2026-02-01T00:00:00Z", "2026-02-01T" + midnight, "2026-02-02T" + midnight,
                "2026-02-03T00:00:00Z",
            ]
        )
    }

    @Test("Half-hour daylight saving makes a day of 23 and a half hours")
    func halfHour() throws {
        let result = try edges(
            "P1D",
            anchor: "2026-10-01T00:00:00+10:30",
            zone: "Australia/Lord_Howe",
            from: "2026-10-03T13:30:00Z",
            to: "2026-10-04T13:00:00Z"
        )
        #expect(result == ["2026-10-03T13:30:00Z", "2026-10-04T13:00:00Z"])
    }

    @Test("Months reckon from the anchor's day, forward and backward")
    func months() throws {
        let forward = try edges(
            "P1M",
            anchor: "2026-01-31T00:00:00Z",
            zone: "UTC",
            from: "2026-01-31T00:00:00Z",
            to: "2026-05-31T00:00:00Z"
        )
        #expect(
            forward == [
                "2026-01-31T00:00:00Z", "2026-02-28T00:00:00Z", "2026-03-31T00:00:00Z",
                "2026-04-30T00:00:00Z", "2026-05-31T00:00:00Z",
            ]
        )
        let backward = try edges(
            "P1M",
            anchor: "2024-03-31T00:00:00Z",
            zone: "UTC",
            from: "2023-12-15T00:00:00Z",
            to: "2024-03-01T00:00:00Z"
        )
        #expect(
            backward == [
                "2023-12-15T00:00:00Z", "2023-12-31T00:00:00Z", "2024-01-31T00:00:00Z",
                "2024-02-29T00:00:00Z", "2024-03-01T00:00:00Z",
            ]
        )
    }

    @Test("A year from 29 February ends on 28 February, and the fourth on the 29th again")
    func years() throws {
        let result = try edges(
            "P1Y",
            anchor: "2024-02-29T00:00:00Z",
            zone: "UTC",
            from: "2024-03-01T00:00:00Z",
            to: "2028-03-01T00:00:00Z"
        )
        #expect(
            result == [
                "2024-03-01T00:00:00Z", "2025-02-28T00:00:00Z", "2026-02-28T00:00:00Z",
                "2027-02-28T00:00:00Z", "2028-02-29T00:00:00Z", "2028-03-01T00:00:00Z",
            ]
        )
    }

    @Test("Weeks keep the anchor's weekday before the anchor too")
    func weeks() throws {
        let result = try edges(
            "P1W",
            anchor: "2026-04-06T00:00:00+02:00",
            zone: "Europe/Paris",
            from: "2026-03-20T00:00:00Z",
            to: "2026-04-01T00:00:00Z"
        )
        #expect(
            result == [
                "2026-03-20T00:00:00Z", "2026-03-22T23:00:00Z", "2026-03-29T22:00:00Z",
                "2026-04-01T00:00:00Z",
            ]
        )
    }

    @Test("Hours are elapsed time: a change of clocks does not move them")
    func hours() throws {
        let result = try edges(
            "PT2H",
            anchor: "2026-03-29T00:00:00+01:00",
            zone: "Europe/Paris",
            from: "2026-03-28T23:00:00Z",
            to: "2026-03-29T04:00:00Z"
        )
        #expect(
            result == [
                "2026-03-28T23:00:00Z", "2026-03-29T01:00:00Z", "2026-03-29T03:00:00Z",
                "2026-03-29T04:00:00Z",
            ]
        )
    }

    @Test("A mixed interval moves the wall clock by days, then adds the hours as elapsed time")
    func mixed() throws {
        let result = try edges(
            "P1DT12H",
            anchor: "2026-03-28T00:00:00+01:00",
            zone: "Europe/Paris",
            from: "2026-03-26T00:00:00Z",
            to: "2026-03-31T00:00:00Z"
        )
        #expect(
            result == [
                "2026-03-26T00:00:00Z", "2026-03-26T11:00:00Z", "2026-03-27T23:00:00Z",
                "2026-03-29T11:00:00Z", "2026-03-30T22:00:00Z", "2026-03-31T00:00:00Z",
            ]
        )
    }

    @Test("An anchor in the second turn of a repeated hour is itself an edge")
    func repeatedAnchor() throws {
        let result = try edges(
            "P1D",
            anchor: "2026-10-25T02:30:00+01:00",
            zone: "Europe/Paris",
            from: "2026-10-25T00:00:00Z",
            to: "2026-10-26T12:00:00Z"
        )
        #expect(
            result == [
                "2026-10-25T00:00:00Z", "2026-10-25T01:30:00Z", "2026-10-26T01:30:00Z",
                "2026-10-26T12:00:00Z",
            ]
        )
    }

    @Test("Wall clocks on the axis of UTC make days of 24 hours")
    func wallClockAxis() throws {
        let result = try edges(
            "P1D",
            anchor: "2026-03-01T00:00:00Z",
            zone: "UTC",
            from: "2026-03-28T12:00:00.000001Z",
            to: "2026-03-30T00:00:00Z"
        )
        #expect(
            result == [
                "2026-03-28T12:00:00.000001Z", "2026-03-29T00:00:00Z", "2026-03-30T00:00:00Z",
            ]
        )
    }
}
