import Foundation
import Testing

@testable import TributaryCommands

@Suite("Figures of the benchmark")
struct BenchFigureTests {
    @Test("The median of an even number of values lies between the two in the middle")
    func median() {
        #expect([3.0, 1, 2].median == 2)
        #expect([4.0, 1, 3, 2].median == 2.5)
        #expect([7.0].median == 7)
        #expect([Double]().median == 0)
    }

    @Test(
        "A percentile is the value of the nearest rank",
        arguments: [(99.0, 99.0), (99.5, 100), (50, 50), (1, 1), (0, 1), (100, 100)]
    )
    func percentiles(percent: Double, value: Double) {
        #expect((1...100).map(Double.init).shuffled().percentile(percent) == value)
    }

    @Test("Of few values the slowest of a hundred is the slowest, of none it is 0")
    func percentilesOfFew() {
        #expect([2.0, 9, 4].percentile(99) == 9)
        #expect([5.0].percentile(50) == 5)
        #expect([Double]().percentile(99) == 0)
    }

    @Test("A spread leaves out what is no number")
    func spread() {
        let spread = BenchSpread([3, .nan, 1, .infinity, 2])
        #expect(spread.median == 2)
        #expect(spread.least == 1)
        #expect(spread.greatest == 3)
        #expect(BenchSpread([.nan]).median == nil)
    }

    @Test("A ratio is made in each repetition, before the middle one is taken")
    func ratios() throws {
        let figure = BenchFigure("push", [10, 30, 20], "samples/s", over: "COPY", [20, 40, 80])
        let ratio = try #require(figure.ratio)
        #expect(figure.spread.median == 20)
        #expect(ratio.spread.median == 0.5)
        #expect(ratio.spread.least == 0.25)
        #expect(ratio.spread.greatest == 0.75)
    }

    @Test("Times become microseconds, with the middle and the slowest beside the bare trip's")
    func times() {
        var (reads, bare) = (ReadTimes(), ReadTimes())
        reads.append([0.001, 0.003, 0.002])
        bare.append([0.001, 0.001, 0.001])
        let figures = reads.figures("a day", over: bare)
        #expect(figures.map(\.name) == ["a day, p50", "a day, p99"])
        #expect(figures.map { $0.spread.median?.rounded() } == [2000, 3000])
        #expect(figures.map { $0.ratio?.spread.median?.rounded() } == [2, 3])
    }
}

@Suite("The report of the benchmark")
struct BenchReportTests {
    private func report() -> BenchReport {
        var report = BenchReport(plan: BenchPlan())
        report.facts.settings = [("synchronous_commit", "on")]
        report.sections = [
            (
                .ingest,
                [
                    BenchFigure("a \"quick\" push", [12.5], "samples/s", over: "COPY", [25]),
                    BenchFigure("nothing", [.nan]),
                ]
            )
        ]
        return report
    }

    @Test("The table names every figure, its ratio, its spread, the machine and the settings")
    func table() {
        let table = report().table()
        #expect(table.contains("a \"quick\" push"))
        #expect(table.contains("12.5 .. 12.5"))
        #expect(table.contains("0.50  0.50 .. 0.50  COPY"))
        #expect(table.contains("synchronous_commit on"))
        #expect(table.contains("\(BenchMachine.cores) cores"))
    }

    @Test("The JSON has the facts, the plan and every figure, with null for no number")
    func json() throws {
        let text = report().json()
        #expect(text.last == "\n" && text.filter { $0 == "\n" }.count == 1)
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        )
        let machine = try #require(json["machine"] as? [String: Any])
        #expect(machine["cores"] as? Int == BenchMachine.cores)
        #expect(machine["memoryInBytes"] as? Int ?? 0 > 1_000_000)
        #expect((machine["kernel"] as? String)?.hasPrefix("Linux ") == true)
        #expect((json["postgres"] as? [String: Any])?["synchronous_commit"] as? String == "on")
        #expect((json["plan"] as? [String: Any])?["repetitions"] as? Int == 5)
        let sections = try #require(json["sections"] as? [[String: Any]])
        #expect(sections.map { $0["name"] as? String } == ["ingest"])
        let figures = try #require(sections[0]["figures"] as? [[String: Any]])
        #expect(figures[0]["name"] as? String == "a \"quick\" push")
        #expect(figures[0]["median"] as? Double == 12.5)
        let ratio = try #require(figures[0]["ratio"] as? [String: Any])
        #expect(ratio["to"] as? String == "COPY")
        #expect(ratio["least"] as? Double == 0.5)
        #expect(figures[1]["median"] is NSNull)
        #expect(figures[1]["ratio"] == nil)
    }
}
