import HealthModel
import TestSupport
import Testing

@Suite("Civil dates", .offPool)
struct CivilDateTests {
    @Test(
        "Known days have known numbers",
        arguments: [
            (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11016), (2000, 3, 1, 11017),
            (1, 1, 1, -719_162), (9999, 12, 31, 2_932_896), (0, 12, 31, -719_163),
        ]
    )
    func knownDays(year: Int, month: Int, day: Int, number: Int) {
        let date = CivilDate(year: year, month: month, day: day)
        #expect(date.daysSince1970 == number)
        #expect(CivilDate(daysSince1970: number) == date)
    }

    @Test("Counting days one by one over eight centuries never skips or repeats a date")
    func consecutiveDays() {
        var expected = CivilDate(year: 1599, month: 1, day: 1)
        let first = expected.daysSince1970
        for number in first..<first + 292_194 {
            let date = CivilDate(daysSince1970: number)
            guard date == expected, date.daysSince1970 == number else {
                Issue.record("day \(number) is \(date), not \(expected)")
                return
            }
            expected.day += 1
            if expected.day > CivilDate.days(inMonth: expected.month, of: expected.year) {
                expected.day = 1
                expected.month = expected.month % 12 + 1
                expected.year += expected.month == 1 ? 1 : 0
            }
        }
    }

    @Test("Centuries are leap years every fourth time only")
    func leapYears() {
        #expect(CivilDate.days(inMonth: 2, of: 1900) == 28)
        #expect(CivilDate.days(inMonth: 2, of: 2000) == 29)
        #expect(CivilDate.days(inMonth: 2, of: 2024) == 29)
        #expect(CivilDate.days(inMonth: 2, of: 2026) == 28)
        #expect((1...12).reduce(0) { $0 + CivilDate.days(inMonth: $1, of: 2026) } == 365)
    }

    @Test("Dates are ordered by year, then month, then day")
    func order() {
        #expect(
            CivilDate(year: 2025, month: 12, day: 31) < CivilDate(year: 2026, month: 1, day: 1)
        )
        #expect(
            CivilDate(year: 2026, month: 1, day: 31) < CivilDate(year: 2026, month: 2, day: 1)
        )
        #expect(
            !(CivilDate(year: 2026, month: 2, day: 1) < CivilDate(year: 2026, month: 2, day: 1))
        )
    }

    @Test("A quotient rounds toward negative infinity", arguments: -25...25)
    func quotient(dividend: Int) {
        let quotient = dividend.quotientRoundedDown(by: 7)
        #expect((0..<7).contains(dividend - quotient * 7))
    }
}
