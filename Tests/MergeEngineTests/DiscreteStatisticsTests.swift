import HealthModel
import TestSupport
import Testing

@testable import MergeEngine

@Suite("Statistics of discrete types", .offPool)
struct DiscreteStatisticsTests {
    private let minute: Int64 = 60_000_000

    private func point(
        _ start: Int64,
        _ value: Double,
        length: Int64 = 0,
        recorded: Int64 = 0,
        id: Int = 0
    ) -> DiscreteSample {
        DiscreteSample(
            start: start * minute,
            end: (start + length) * minute,
            value: value,
            recorded: recorded,
            id: SampleID(bits: UInt128(id))
        )
    }

    private func average(
        _ samples: [DiscreteSample],
        _ style: AggregationStyle,
        _ start: Int64 = 0,
        _ end: Int64 = 60
    ) -> Double? {
        DiscreteStatistics.average(
            of: samples,
            style: style,
            in: (start * minute, end * minute)
        )
    }

    @Test("Rule 9: every sample counts in average, minimum and maximum")
    func everySampleCounts() {
        let samples = [point(0, 60), point(1, 90), point(1, 120, id: 1)]
        let range = (start: Int64(0), end: 60 * minute)
        #expect(average(samples, .discreteArithmetic) == 90)
        #expect(DiscreteStatistics.minimum(of: samples, in: range) == 60)
        #expect(DiscreteStatistics.maximum(of: samples, in: range) == 120)
    }

    @Test("Rule 9: the most recent is the latest by start, end, recorded time and identifier")
    func mostRecent() {
        let range = (start: Int64(0), end: 60 * minute)
        func latest(_ samples: [DiscreteSample]) -> Int? {
            DiscreteStatistics.mostRecent(of: samples, in: range)
        }
        #expect(latest([point(0, 1, length: 50), point(1, 2), point(90, 3)]) == 1)
        #expect(latest([point(1, 1, length: 2), point(1, 2, length: 1)]) == 0)
        #expect(latest([point(1, 1, recorded: 1), point(1, 2, recorded: 2)]) == 1)
        #expect(latest([point(1, 1, id: 5), point(1, 2, id: 4)]) == 0)
        #expect(latest([]) == nil)
    }

    @Test("A sample belongs to each range it touches; a point only to the one it lies in")
    func touching() {
        let samples = [point(0, 10, length: 10), point(10, 20), point(20, 30)]
        #expect(average(samples, .discreteArithmetic, 5, 10) == 10)
        #expect(average(samples, .discreteArithmetic, 10, 20) == 20)
        #expect(average(samples, .discreteArithmetic, 9, 11) == 15)
        #expect(average(samples, .discreteArithmetic, 11, 20) == nil)
        #expect(average(samples, .discreteArithmetic, 10, 10) == nil)
    }

    @Test("A sample weighs until the next different start, at most five minutes")
    func weightIsTimeUntilNext() {
        let samples = [point(0, 60), point(1, 100), point(20, 80)]
        // 1 minute, 5 minutes and 5 minutes.
        #expect(average(samples, .discreteTemporallyWeighted) == (60 + 500 + 400) / 11.0)
    }

    @Test("A sample weighs at least its own length, and reaches five minutes beyond its end")
    func weightIsOwnLength() {
        let samples = [point(0, 60, length: 10), point(5, 120)]
        #expect(average(samples, .discreteTemporallyWeighted) == (600 + 600) / 15.0)
        let apart = [point(0, 60, length: 10), point(30, 120)]
        #expect(average(apart, .discreteTemporallyWeighted) == (900 + 600) / 20.0)
    }

    @Test("Weights are cut to the range on both sides")
    func weightsAreCut() {
        let samples = [point(0, 60, length: 10), point(18, 120)]
        // From minute 5: 10 minutes of the first, 2 of the second.
        #expect(average(samples, .discreteTemporallyWeighted, 5, 20) == (600 + 240) / 12.0)
    }

    @Test("Samples that share a start share its weight in equal parts")
    func sharedStart() {
        let samples = [point(0, 60, id: 1), point(0, 120, id: 2), point(2, 30)]
        #expect(average(samples, .discreteTemporallyWeighted, 0, 4) == (60 + 120 + 60) / 4.0)
    }

    @Test("The sound level is averaged by energy")
    func equivalentLevel() throws {
        let equal = [point(0, 70, length: 1), point(1, 70, length: 1)]
        #expect(average(equal, .discreteEquivalentContinuousLevel, 0, 2) == 70)
        let halves = [point(0, 80, length: 1), point(1, 0, length: 1)]
        let level = try #require(average(halves, .discreteEquivalentContinuousLevel, 0, 2))
        // Half the energy is 3.0103 dB less; 0 dB adds one part in 10^8.
        #expect(abs(level - 76.98970008) < 1e-6)
        let loud = [point(0, 5000, length: 1), point(1, 5000, length: 1)]
        #expect(average(loud, .discreteEquivalentContinuousLevel, 0, 2) == 5000)
    }

    @Test("Equal values average to themselves, bit for bit", arguments: AggregationStyle.allCases)
    func equalValues(style: AggregationStyle) {
        let samples = (Int64(0)..<7).map { point($0, 36.6, length: $0 % 3, id: Int($0)) }
        #expect(average(samples, style) == 36.6)
    }

    @Test("Where all weights vanish every value weighs the same")
    func vanishingWeights() {
        let mean = WeightedMean(values: [1, 2, 6], weights: [0, 0, 0])
        #expect(mean.arithmetic == 3)
        #expect(WeightedMean(values: [40, 40], weights: [0, 0]).level == 40)
    }

    @Test("A loud value of no weight does not turn the level into minus infinity")
    func weightlessLoudness() {
        #expect(WeightedMean(values: [9000, 10], weights: [0, 1]).level == 10)
    }

    @Test("Values that are not finite are left out; large ones do not overflow")
    func nonFiniteValues() {
        let broken = [point(0, .nan), point(1, 5), point(2, .infinity)]
        let range = (start: Int64(0), end: 60 * minute)
        for style in AggregationStyle.allCases { #expect(average(broken, style) == 5) }
        #expect(DiscreteStatistics.minimum(of: broken, in: range) == 5)
        #expect(DiscreteStatistics.maximum(of: broken, in: range) == 5)
        #expect(DiscreteStatistics.mostRecent(of: broken, in: range) == 1)
        let large = [point(0, 1.5e308), point(1, 1.5e308, id: 1)]
        #expect(average(large, .discreteArithmetic) == 1.5e308)
        #expect(average(large, .discreteTemporallyWeighted) == 1.5e308)
    }

    @Test(
        "Order of arrival and samples outside change no bit",
        arguments: AggregationStyle.allCases
    )
    func orderAndSurroundingsDoNotMatter(style: AggregationStyle) {
        for number in 0..<500 {
            var generator = Seed.generator(case: number)
            let samples = (0..<20).map { id in
                point(
                    Int64.random(in: 0..<30, using: &generator),
                    Double.random(in: 30..<200, using: &generator),
                    length: max(0, Int64.random(in: -5..<5, using: &generator)),
                    id: id
                )
            }
            func result(_ samples: [DiscreteSample]) -> UInt64? {
                average(samples.sorted { $0.start < $1.start }, style, 10, 20)?.bitPattern
            }
            let first = result(samples)
            let range = (start: 10 * minute, end: 20 * minute)
            let inside = samples.shuffled(using: &generator).filter { $0.touches(range) }
            #expect(result(samples.shuffled(using: &generator)) == first)
            #expect(result(inside) == first, "\(Seed.label(case: number))")
        }
    }
}
