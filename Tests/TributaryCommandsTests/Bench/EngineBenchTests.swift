import HealthModel
import MergeEngine
import TestSupport
import Testing

@testable import TributaryCommands

@Suite("The benchmark of the engine", .offPool)
struct EngineBenchTests {
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
        let figures = EngineBench(repetitions: 2, sizes: [1000, 2000]).run()
        for workload in EngineWorkload.allCases {
            for size in [1000, 2000] {
                let figure = figures.first { $0.name == "merge, \(workload.name), \(size)" }
                #expect(figure?.unit == "samples/s")
                #expect(figure?.ratio?.baseline == "adding up")
                // A merge does more than add up, if by less than a figure can tell.
                #expect(figure?.ratio?.spread.least.map { $0 > 0 && $0 < 10 } == true)
            }
        }
        #expect(figures.allSatisfy { $0.spread.median.map { $0 > 0 } == true })
        #expect(Set(figures.map(\.name)).count == figures.count)
    }
}
