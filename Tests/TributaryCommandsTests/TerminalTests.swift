import TestSupport
import Testing

@testable import TributaryCommands

@Suite("Text for terminals", .offPool)
struct TerminalTests {
    @Test(
        "Whole numbers have commas between thousands",
        arguments: [
            (0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567"),
            (Int.min, "-9,223,372,036,854,775,808"),
        ]
    )
    func wholeNumbers(number: Int, expected: String) {
        #expect(NumberText.whole(number) == expected)
    }

    @Test(
        "Decimals are rounded, and none are a dash",
        arguments: [
            (nil, 2, "-"), (0.125, 2, "0.12"), (1234.5, 1, "1,234.5"), (-0.001, 2, "0.00"),
            (-1.5, 1, "-1.5"), (1e20, 0, "1e+20"), (.infinity, 1, "inf"),
        ] as [(Double?, Int, String)]
    )
    func decimals(number: Double?, places: Int, expected: String) {
        #expect(NumberText.decimal(number, places: places) == expected)
    }

    @Test(
        "Short numbers have no zeros at their end",
        arguments: [(10.0, "10"), (1000.25, "1,000.25"), (1.0 / 3, "0.333"), (1e20, "1e+20")]
    )
    func shortNumbers(number: Double, expected: String) {
        #expect(NumberText.short(number) == expected)
    }

    @Test(
        "Bytes come in a unit that keeps them short",
        arguments: [(0, "0 B"), (999, "999 B"), (1500, "1.5 kB"), (4_200_000_000, "4.2 GB")]
            as [(Int64, String)]
    )
    func bytes(count: Int64, expected: String) {
        #expect(NumberText.bytes(count) == expected)
    }

    @Test(
        "Lengths of time look like a clock",
        arguments: [
            (0.4, "0:00"), (61, "1:01"), (3661, "1:01:01"), (-5, "0:00"), (1e300, "99:59:59"),
        ]
    )
    func clocks(seconds: Double, expected: String) {
        #expect(NumberText.clock(seconds: seconds) == expected)
    }

    @Test("A table is as wide as its texts, numbers at the right")
    func table() {
        var table = TextTable([("name", .left), ("n", .right), ("x", .left)])
        table.append(["watch", "1,000", ""])
        table.appendRule()
        table.append(["a", "5", "y"])
        #expect(
            table.lines == [
                "name       n  x", "-----  -----  -", "watch  1,000", "-----  -----  -",
                "a          5  y",
            ]
        )
    }
}
