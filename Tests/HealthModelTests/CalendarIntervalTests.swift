import HealthModel
import TestSupport
import Testing

@Suite("Calendar intervals", .offPool)
struct CalendarIntervalTests {
    @Test(
        "ISO 8601 durations give their parts",
        arguments: [
            ("PT1H", CalendarInterval(hours: 1)), ("P1D", CalendarInterval(days: 1)),
            ("P1W", CalendarInterval(weeks: 1)), ("P1M", CalendarInterval(months: 1)),
            ("PT1M", CalendarInterval(minutes: 1)), ("P1Y", CalendarInterval(years: 1)),
            ("P1DT12H", CalendarInterval(days: 1, hours: 12)),
            ("PT90M", CalendarInterval(minutes: 90)), ("PT15S", CalendarInterval(seconds: 15)),
            ("P0DT1H", CalendarInterval(hours: 1)), ("P007D", CalendarInterval(days: 7)),
            (
                "P1Y2M3W4DT5H6M7S",
                CalendarInterval(
                    years: 1,
                    months: 2,
                    weeks: 3,
                    days: 4,
                    hours: 5,
                    minutes: 6,
                    seconds: 7
                )
            ),
            ("P9999Y", CalendarInterval(years: 9999)),
        ] as [(String, CalendarInterval?)]
    )
    func parses(text: String, expected: CalendarInterval?) throws {
        let interval = try #require(CalendarInterval(iso8601: text))
        #expect(interval == expected)
    }

    @Test(
        "Everything else is refused",
        arguments: [
            "", "P", "PT", "P1", "1D", "P1DT", "P0D", "PT0S", "P0Y0M0DT0H", "-P1D", "P-1D", "P+1D",
            "P1.5D", "P1,5D", "PT0.5H", "p1d", "P1d", "P1H", "PT1D", "PT1Y", "P1D1M", "P1D1D",
            "PT1S1M", "P1DT1HT1M", "P1D ", " P1D", "P1D\0", "P1X", "PD", "P1YD", "PT1H1D",
            "P10001Y", "P999999999D", "P1000000000D", "P99999999999999999999D", "P１D", "P1W2Z",
            "PT999999999H",
        ]
    )
    func refuses(text: String) {
        #expect(CalendarInterval(iso8601: text) == nil)
    }

    @Test("Parts must not be negative, all zero, or huge")
    func parts() {
        #expect(CalendarInterval() == nil)
        #expect(CalendarInterval(days: -1) == nil)
        #expect(CalendarInterval(days: 2, hours: -1) == nil)
        #expect(CalendarInterval(years: .max) == nil)
        #expect(CalendarInterval(seconds: .min) == nil)
        #expect(CalendarInterval(days: 3_660_000) != nil)
        #expect(CalendarInterval(days: 3_660_001) == nil)
    }

    @Test("Only hours, minutes and seconds are fixed")
    func fixed() {
        #expect(CalendarInterval(iso8601: "PT1H30M5S")?.fixedMicroseconds == 5_405_000_000)
        #expect(CalendarInterval(iso8601: "PT1H")?.isFixed == true)
        for text in ["P1D", "P1W", "P1M", "P1Y", "P1DT1H"] {
            #expect(CalendarInterval(iso8601: text)?.isFixed == false)
            #expect(CalendarInterval(iso8601: text)?.fixedMicroseconds == nil)
        }
    }
}
