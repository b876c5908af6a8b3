import HealthModel
import TestSupport
import Testing

@Suite("RFC 3339 times", .offPool)
struct RFC3339Tests {
    @Test(
        "A well-formed time gives its instant and its offset",
        arguments: [
            ("1970-01-01T00:00:00Z", 0, 0),
            ("2001-09-09T01:46:40Z", 1_000_000_000_000_000, 0),
            ("2009-02-13T23:31:30.5Z", 1_234_567_890_500_000, 0),
            ("2009-02-14T00:31:30+01:00", 1_234_567_890_000_000, 60),
            ("2009-02-13T18:01:30-05:30", 1_234_567_890_000_000, -330),
            ("2009-02-14T05:16:30+05:45", 1_234_567_890_000_000, 345),
            ("2009-02-13T23:31:30+00:00", 1_234_567_890_000_000, 0),
            ("2009-02-13t23:31:30z", 1_234_567_890_000_000, 0),
            ("2009-02-13 23:31:30Z", 1_234_567_890_000_000, 0),
            ("1969-12-31T23:59:59.999999Z", -1, 0),
            ("0001-01-01T00:00:00Z", -62_135_596_800_000_000, 0),
            ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999, 0),
            ("2000-02-29T00:00:00Z", 951_782_400_000_000, 0),
        ] as [(String, Int64, Int16)]
    )
    func accepts(text: String, microseconds: Int64, offset: Int16) {
        let expected = ZonedInstant(Instant(microseconds: microseconds), offsetInMinutes: offset)
        #expect(RFC3339.parse(text) == expected)
    }

    @Test(
        "Anything else is refused",
        arguments: [
            "", "2026", "2026-11-30", "2026-11-30T08:00:00", "2026-11-30T08:00Z",
            "2026-02-31T08:00:00Z", "2026-02-29T08:00:00Z", "1900-02-29T08:00:00Z",
            "2026-04-31T08:00:00Z", "2026-00-10T08:00:00Z", "2026-13-10T08:00:00Z",
            "2026-11-00T08:00:00Z", "2026-11-30T24:00:00Z", "2026-11-30T08:60:00Z",
            "2026-11-30T08:00:61Z", "0000-01-01T00:00:00Z", "-026-11-30T08:00:00Z",
            "2026-11-30T08:00:00Z ", " 2026-11-30T08:00:00Z", "2026-11-30T08:00:00ZZ",
            "2026-11-30T08:00:00Z\0", "2026-11-30T08:00:00.Z", "2026-11-30T08:00:00,5Z",
            "2026-11-30T08:00:00+1:00", "2026-11-30T08:00:00+01", "2026-11-30T08:00:00+0100",
            "2026-11-30T08:00:00+24:00", "2026-11-30T08:00:00+01:60", "2026-11-30T08:00:00 Z",
            "2026-11-30T08:00:00+01:00x", "20261130T080000Z", "2026-11-30_08:00:00Z",
            "２026-11-30T08:00:00Z", "2026-1a-30T08:00:00Z", "2026-11-30T8:00:00Z",
            "12026-11-30T08:00:00Z",
        ]
    )
    func refuses(text: String) {
        #expect(RFC3339.parse(text) == nil)
        #expect(RFC3339.parse(Array(text.utf8)) == nil)
    }

    @Test("Every proper beginning of a time is refused")
    func refusesBeginnings() {
        let text = "2026-11-30T08:00:00.123456+01:00"
        for count in 0..<text.utf8.count {
            #expect(RFC3339.parse(String(text.prefix(count))) == nil)
        }
        #expect(RFC3339.parse(text) != nil)
    }

    @Test("A leap second is the first instant of the next minute")
    func leapSecond() {
        #expect(RFC3339.parse("2016-12-31T23:59:60Z") == RFC3339.parse("2017-01-01T00:00:00Z"))
    }

    @Test("A zero offset with a minus sign says that the offset is unknown")
    func unknownOffset() {
        let time = RFC3339.parse("2009-02-13T23:31:30-00:00")
        #expect(time == ZonedInstant(Instant(seconds: 1_234_567_890), offsetInMinutes: nil))
    }

    @Test("Digits beyond the sixth are cut off, before 1970 too")
    func truncation() {
        let after = RFC3339.parse("1970-01-01T00:00:00.1234569999999999999999999Z")
        #expect(after?.instant == Instant(microseconds: 123_456))
        let before = RFC3339.parse("1969-12-31T23:59:59.1234569Z")
        #expect(before?.instant == Instant(microseconds: 123_456 - 1_000_000))
    }

    @Test("Bytes that are not stored in one piece are read as well")
    func scatteredBytes() {
        let bytes = "2009-02-13T23:31:30Z".utf8.lazy.map { $0 }
        #expect(RFC3339.parse(Array(bytes)) == RFC3339.parse(bytes.reversed().reversed()))
    }

    @Test("What is printed is read back as it was")
    func roundTrip() {
        var generator = SeededGenerator(seed: 1)
        let day: Int64 = 86_400_000_000
        let lower = Instant.supported.lowerBound.microseconds + day
        let upper = Instant.supported.upperBound.microseconds - day
        for _ in 0..<2000 {
            var microseconds = Int64.random(in: lower...upper, using: &generator)
            if Bool.random(using: &generator) { microseconds -= microseconds % 1_000_000 }
            let offset = Int16.random(in: -1440...1439, using: &generator)
            let time = ZonedInstant(
                Instant(microseconds: microseconds),
                offsetInMinutes: offset == -1440 ? nil : offset
            )
            let text = RFC3339.format(time)
            #expect(RFC3339.parse(text) == time, "seed 1, \(text)")
        }
    }

    @Test(
        "Fractions have no, three or six digits, and offsets two fields",
        arguments: [
            (0, 0, "1970-01-01T00:00:00Z"),
            (250_000, 0, "1970-01-01T00:00:00.250Z"),
            (1, 0, "1970-01-01T00:00:00.000001Z"),
            (-1, 60, "1970-01-01T00:59:59.999999+01:00"),
            (0, -570, "1969-12-31T14:30:00-09:30"),
            (0, nil, "1970-01-01T00:00:00-00:00"),
            (-62_135_596_800_000_000, 0, "0001-01-01T00:00:00Z"),
        ] as [(Int64, Int16?, String)]
    )
    func format(microseconds: Int64, offset: Int16?, text: String) {
        let time = ZonedInstant(Instant(microseconds: microseconds), offsetInMinutes: offset)
        #expect(RFC3339.format(time) == text)
    }

    @Test("A wall clock is read with or without an offset, which does not move it")
    func wallClock() {
        let expected = Instant(seconds: 1_234_567_890)
        #expect(RFC3339.parseWallClock("2009-02-13T23:31:30") == expected)
        #expect(RFC3339.parseWallClock("2009-02-13T23:31:30+05:45") == expected)
        #expect(RFC3339.formatWallClock(expected) == "2009-02-13T23:31:30")
        #expect(RFC3339.parseWallClock("2009-02-13T23:31:30x") == nil)
        #expect(RFC3339.parseWallClock("2009-02-13T23:31:30Zx") == nil)
        #expect(RFC3339.parseWallClock("2009-02-30T23:31:30") == nil)
    }
}
