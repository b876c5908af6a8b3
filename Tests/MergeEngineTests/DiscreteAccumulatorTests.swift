import HealthModel
import TestSupport
import Testing

@testable import MergeEngine

@Suite("Discrete statistics in bounded memory", .offPool)
struct DiscreteAccumulatorTests {
    @Test("Buckets are what each gives alone", arguments: AggregationStyle.allCases)
    func bucketsAgreeWithSingleRanges(style: AggregationStyle) {
        for number in RandomCase.numbers {
            let random = DiscreteCase(number)
            let buckets = accumulate(random.samples, edges: random.edges, style: style)
            let ranges = Array(zip(random.edges, random.edges.dropFirst()))
            #expect(buckets.count == ranges.count)
            for (bucket, range) in zip(buckets, ranges) {
                let expected = alone(random.samples, style: style, in: range)
                #expect(isSame(bucket, expected), "\(random.label): \(range)")
            }
        }
    }

    @Test("Rule 6: the order of ties changes no bit", arguments: AggregationStyle.allCases)
    func orderOfTiesDoesNotMatter(style: AggregationStyle) {
        for number in RandomCase.numbers {
            var random = DiscreteCase(number)
            let first = accumulate(random.samples, edges: random.edges, style: style)
            let again = accumulate(random.withOtherTies(), edges: random.edges, style: style)
            #expect(again.map(Self.bits) == first.map(Self.bits), "\(random.label)")
        }
    }

    @Test("Uncut buckets are what their samples give whole", arguments: AggregationStyle.allCases)
    func uncutBuckets(style: AggregationStyle) {
        for number in RandomCase.numbers {
            var random = DiscreteCase(number)
            var chosen = [[DiscreteSample]](repeating: [], count: 5)
            var accumulator = UncutDiscreteAccumulator(bucketCount: 5, style: style)
            for sample in random.samples {
                let bucket = Int.random(in: 0..<5, using: &random.generator)
                chosen[bucket].append(sample)
                accumulator.add(sample, to: bucket)
            }
            for (bucket, samples) in zip(accumulator.finish(), chosen) {
                let expected = alone(samples, style: style, in: (.min, .max))
                #expect(isSame(bucket, expected), "\(random.label)")
            }
        }
    }

    @Test("No samples give no data in any bucket")
    func noSamples() {
        let buckets = accumulate([], edges: [0, 1, 1, 2], style: .discreteArithmetic)
        #expect(buckets == Array(repeating: DiscreteBucket(), count: 3))
    }

    @Test("The most recent sample comes back with its source")
    func sourceComesBack() {
        var sample = point(3, 5, id: 1)
        sample.source = 42
        let bucket = accumulate([sample], edges: [0, 10], style: .discreteArithmetic)[0]
        #expect(bucket.mostRecent == sample)
    }

    @Test("One sample over 100,000 buckets counts in each")
    func longSample() {
        var long = point(0, 7, id: 1)
        long.end = 100_000
        let edges = (0...Int64(100_000)).map { $0 }
        let buckets = accumulate([long], edges: edges, style: .discreteTemporallyWeighted)
        #expect(buckets.allSatisfy { $0.average == 7 && $0.mostRecent?.id == long.id })
    }

    @Test("100,000 samples at one instant are sorted, not compared pair by pair")
    func manyAtOneInstant() {
        let count = 100_000
        let samples = (0..<count).map { point(5, Double($0 % 10), id: $0 * 7 % count) }
        let buckets = accumulate(samples, edges: [0, 10], style: .discreteTemporallyWeighted)
        #expect(buckets[0].average.map { abs($0 - 4.5) < 1e-12 } == true)
        #expect(buckets[0].mostRecent?.id == SampleID(bits: UInt128(count - 1)))
    }
}

extension DiscreteAccumulatorTests {
    private func point(_ start: Int64, _ value: Double, id: Int) -> DiscreteSample {
        DiscreteSample(
            start: start,
            end: start,
            value: value,
            recorded: 0,
            id: SampleID(bits: UInt128(id))
        )
    }

    private func accumulate(
        _ samples: [DiscreteSample],
        edges: [Int64],
        style: AggregationStyle
    ) -> [DiscreteBucket] {
        var accumulator = DiscreteAccumulator(edges: edges, style: style)
        for sample in samples { accumulator.add(sample) }
        return accumulator.finish()
    }

    /// What the functions for one range say about it.
    private func alone(
        _ samples: [DiscreteSample],
        style: AggregationStyle,
        in range: (start: Int64, end: Int64)
    ) -> DiscreteBucket {
        var bucket = DiscreteBucket()
        bucket.average = DiscreteStatistics.average(of: samples, style: style, in: range)
        bucket.minimum = DiscreteStatistics.minimum(of: samples, in: range)
        bucket.maximum = DiscreteStatistics.maximum(of: samples, in: range)
        bucket.mostRecent = DiscreteStatistics.mostRecent(of: samples, in: range)
            .map { samples[$0] }
        return bucket
    }

    /// Averages to one part in 10^12 of the values they are of, all else exactly.
    private func isSame(_ bucket: DiscreteBucket, _ expected: DiscreteBucket) -> Bool {
        guard let average = bucket.average, let wanted = expected.average else {
            return bucket == expected
        }
        // Below the normal numbers a double has no parts in 10^12.
        let size = max(
            abs(bucket.minimum ?? 0),
            abs(bucket.maximum ?? 0),
            .leastNormalMagnitude
        )
        var rest = bucket
        rest.average = expected.average
        return rest == expected && abs(average - wanted) <= 1e-12 * size
    }

    private static func bits(_ bucket: DiscreteBucket) -> [UInt64?] {
        [bucket.average, bucket.minimum, bucket.maximum, bucket.mostRecent?.value]
            .map { $0?.bitPattern } + [bucket.mostRecent.map { UInt64($0.source) }]
    }
}
