import Foundation
import HealthModel
import MergeEngine

/// How fast the merge engine is on one core, beside adding up the same samples' values in order.
///
/// Times are of the thread's own processor time: what else the machine does takes no part in them,
/// save for its share of the caches.
struct EngineBench: Sendable {
    /// Runs of a workload, in which the merge and its baseline take turns.
    let repetitions: Int
    /// How many samples each workload has, one size after the other.
    var sizes = [100_000, 1_000_000]

    /// Measures every workload in every size.
    func run() -> [BenchFigure] {
        let merges = EngineWorkload.allCases.flatMap { workload in
            sizes.flatMap { measure(workload, $0) }
        }
        return merges + sizes.flatMap(measureAverages) + [
            BenchFigure("a sample in memory", [Double(MemoryLayout<MergeSample>.stride)], "bytes"),
            BenchFigure("its part of a merge's own", [Double(Merge.workspacePerSample)], "bytes"),
        ]
    }

    private func measure(_ workload: EngineWorkload, _ count: Int) -> [BenchFigure] {
        let samples = workload.samples(count)
        let edges = EngineWorkload.days(around: samples)
        return measure("merge, \(workload.name)", samples) {
            Merge.sums(of: samples, behavior: .rate, edges: edges)[0] ?? 0
        }
    }

    /// Averages of a discrete type by the time each sample stands for.
    private func measureAverages(_ count: Int) -> [BenchFigure] {
        let samples = EngineWorkload.threeDevices.samples(count)
        let edges = EngineWorkload.days(around: samples)
        let rates = samples.map { sample in
            DiscreteSample(
                start: sample.start,
                end: sample.start,
                value: sample.value,
                recorded: sample.recorded,
                id: sample.id
            )
        }
        return measure("averages by time, three devices a minute", samples) {
            var sink = DiscreteAccumulator(edges: edges, style: .discreteTemporallyWeighted)
            for rate in rates { sink.add(rate) }
            return sink.finish()[0].average ?? 0
        }
    }

    private func measure(
        _ name: String,
        _ samples: [MergeSample],
        _ body: () -> Double
    ) -> [BenchFigure] {
        var (times, baselines): ([Double], [Double]) = ([], [])
        // Using the results keeps the compiler from leaving the work out.
        var total = 0.0
        for _ in 0..<repetitions {
            baselines.append(Self.threadSeconds { total += Self.addUp(samples) })
            times.append(Self.threadSeconds { total += body() })
        }
        precondition(total.isFinite, "the values of a benchmark add up")
        let count = Double(samples.count)
        return [
            BenchFigure(
                "\(name), \(samples.count)",
                times.map { count / $0 },
                "samples/s",
                over: "adding up",
                baselines.map { count / $0 }
            )
        ]
    }

    @inline(never)
    private static func addUp(_ samples: [MergeSample]) -> Double {
        var total = 0.0
        for sample in samples { total += sample.value }
        return total
    }

    private static func threadSeconds(_ body: () -> Void) -> Double {
        let start = threadTime()
        body()
        return threadTime() - start
    }

    private static func threadTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
