import HealthModel
import MergeEngine
import TestSupport
import Testing

/// The numbers that `docs/merge-rules.md` shows; change both together.
@Suite("The worked examples of the merge rules page", .offPool)
struct WorkedExampleTests {
    private let minute: Int64 = 60_000_000

    /// Minutes after eight o'clock.
    private func steps(
        _ start: Int64,
        _ end: Int64,
        _ value: Double,
        rank: Int32,
        recorded: Int64 = 0,
        id: Int
    ) -> MergeSample {
        sample(start * minute, end * minute, value, rank: rank, recorded: recorded, id: id)
    }

    private var morning: [MergeSample] {
        let watch = [
            steps(0, 20, 300, rank: 0, id: 1), steps(40, 60, 500, rank: 0, id: 2),
        ]
        let phone = steps(10, 50, 800, rank: 1, id: 3)
        let tracker = steps(0, 70, 700, rank: 2, id: 4)
        return (watch + [phone, tracker]).sortedByStart
    }

    @Test("The morning adds up to 1300, not 2300")
    func morningTotal() {
        #expect(sum(morning, 0, 180 * minute) == 1300)
        #expect(Merge.uncutSum(of: morning, behavior: .sum) == 2300)
        let edges = [0, 60, 120, 180].map { $0 * minute }
        #expect(Merge.sums(of: morning, behavior: .rate, edges: edges) == [1200, 100, nil])
    }

    @Test("The morning is explained in six segments")
    func morningExplanation() {
        let segments = Merge.segments(of: morning, behavior: .rate, in: (0, 180 * minute))
        #expect(segments.map { $0.start / minute } == [0, 10, 20, 40, 50, 60])
        #expect(segments.map { $0.end / minute } == [10, 20, 40, 50, 60, 70])
        #expect(segments.map(\.contribution) == [150, 150, 400, 250, 250, 100])
        #expect(
            segments.map { $0.hidden.map { morning[$0.sample].rank } }
                == [[2], [1, 2], [2], [1, 2], [2], []]
        )
        #expect(segments.flatMap(\.hidden).allSatisfy { $0.reason == .betterSource })
    }

    @Test("Fifty steps at the one instant of a quarter past eight")
    func impulse() {
        let fromTracker = steps(15, 15, 50, rank: 2, id: 5)
        let fromWatch = steps(15, 15, 50, rank: 0, id: 5)
        #expect(sum(morning + [fromTracker], 0, 60 * minute) == 1200)
        #expect(sum(morning + [fromWatch], 0, 60 * minute) == 1250)
    }

    @Test("A day's running total, written three times")
    func runningTotal() {
        let versions = [
            steps(0, 60, 400, rank: 0, recorded: 60, id: 1),
            steps(0, 120, 900, rank: 0, recorded: 120, id: 2),
            steps(0, 180, 1200, rank: 0, recorded: 180, id: 3),
        ]
        #expect(sum(versions, 0, 180 * minute) == 1200)
    }

    @Test("The two queries over half past eight to half past nine")
    func strictness() {
        let range = (start: 30 * minute, end: 90 * minute)
        #expect(sum(morning, range.start, range.end) == 800)
        let selected = morning.filter { range.start <= $0.start && $0.start < range.end }
        #expect(Merge.uncutSum(of: selected, behavior: .rate) == 500)
    }

    @Test("Three heart rates")
    func heartRates() throws {
        let rates = [(0, 60.0), (1, 100.0), (20, 80.0)].map { start, value in
            DiscreteSample(
                start: Int64(start) * minute,
                end: Int64(start) * minute,
                value: value,
                recorded: 0,
                id: SampleID(bits: UInt128(start))
            )
        }
        let hour = (start: Int64(0), end: 60 * minute)
        func average(_ style: AggregationStyle) -> Double? {
            DiscreteStatistics.average(of: rates, style: style, in: hour)
        }
        #expect(average(.discreteArithmetic) == 80)
        let weighted = try #require(average(.discreteTemporallyWeighted))
        #expect((weighted * 100).rounded() == 8727)
    }
}
