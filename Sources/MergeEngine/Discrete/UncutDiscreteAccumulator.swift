package import HealthModel

/// Statistics of a discrete type over buckets that a strict query filled: nothing is cut (rule 7).
///
/// Memory is bounded by the buckets and the samples that share the latest start in each.
///
/// - Complexity: O(n + b), and O(k log k) for k samples of a bucket that share a start.
package struct UncutDiscreteAccumulator: Sendable {
    private var tallies: [DiscreteTally]

    /// Begins `bucketCount` buckets; averages are as for `DiscreteAccumulator`.
    package init(bucketCount: Int, style: AggregationStyle) {
        let tally = DiscreteTally(style: style, window: (.min, .max))
        tallies = Array(repeating: tally, count: bucketCount)
    }

    /// Takes the next sample by start and counts it whole in one bucket, unless it is not finite.
    package mutating func add(_ sample: DiscreteSample, to bucket: Int) {
        if sample.value.isFinite { tallies[bucket].add(sample) }
    }

    /// Answers the buckets.
    package consuming func finish() -> [DiscreteBucket] {
        tallies.indices.map { tallies[$0].total() }
    }
}
