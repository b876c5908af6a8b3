import Foundation
import HealthModel
import MergeEngine
import TestSupport
import Testing

@testable import TributaryCommands

@Suite("The benchmark", .offPool)
struct BenchTests {
    @Test(
        "The engine's samples are sorted and the same each time",
        arguments: EngineWorkload.allCases
    )
    func engineSamples(workload: EngineWorkload) {
        let samples = workload.samples(3000)
        #expect(samples.count == 3000)
        #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.start <= $1.start })
        #expect(samples.allSatisfy { $0.start <= $0.end })
        #expect(samples.map(\.value) == workload.samples(3000).map(\.value))
        #expect(Set(samples.map(\.id)).count == 3000)
    }

    @Test("The days lie around all samples", arguments: EngineWorkload.allCases)
    func days(workload: EngineWorkload) {
        let samples = workload.samples(3000)
        let sums = Merge.sums(
            of: samples,
            behavior: .sum,
            edges: EngineWorkload.days(around: samples)
        )
        let total = sums.compactMap { $0 }.reduce(0, +)
        let values = samples.map(\.value).reduce(0, +)
        #expect(abs(total - values) < 1e-9 * values)
    }

    @Test("The engine's figures have a rate and a ratio for every workload and size")
    func engineFigures() {
        let figures = EngineBench(repetitions: 1, sizes: [1000, 2000]).run()
        for workload in EngineWorkload.allCases {
            for size in [1000, 2000] {
                let name = "merge, \(workload.name), \(size)"
                #expect(figures.contains { $0.name == name && $0.unit == "samples/s" })
                #expect(figures.contains { $0.name == "time of \(name) / adding up" })
            }
        }
        #expect(figures.allSatisfy { $0.value.map { $0 > 0 } == true })
        #expect(Set(figures.map(\.name)).count == figures.count)
    }

    @Test("Reads are reported as ratios to the bare round trip, to HTTP and to a short history")
    func readFigures() {
        let reads = BenchReads(
            bare: [0.001, 0.002, 0.003],
            alive: [0.004],
            row: [0.005],
            year: [0.006],
            yearOfOne: [0.005],
            month: [0.003],
            monthOfOne: [0.003]
        )
        let values = Dictionary(uniqueKeysWithValues: reads.figures.map { ($0.name, $0.value) })
        #expect(values["daily totals of a year / bare round trip"] == 3)
        #expect(values["daily totals of a year / GET /livez"] == 1.5)
        #expect(values["daily totals of a year, ten years of history / one year"] == 1.2)
        #expect(values["daily totals of a month, ten years of history / one month"] == 1)
    }

    @Test("The report names every figure in its table and in its JSON")
    func report() throws {
        var report = BenchReport(plan: BenchPlan(repetitions: 1, batches: 1, connections: 1))
        report.engine = [BenchFigure("merge, \"quick\"", 12.5, "samples/s")]
        #expect(report.table().contains("merge, \"quick\""))
        let json = try JSONSerialization.jsonObject(with: Data(report.json().utf8))
        let figures = try #require((json as? [String: Any])?["figures"] as? [[String: Any]])
        #expect(figures.contains { $0["name"] as? String == "merge, \"quick\"" })
        #expect(figures.last?["value"] as? Double == 12.5)
    }
}
