package import HealthModel

/// Statistics of discrete types (rule 9): every sample counts, nothing is merged.
///
/// Samples are sorted by start, ties in any order; those that touch `[range.start, range.end)`
/// count, so a sample over an edge counts on both sides. Samples outside change nothing. Values
/// that are not finite are left out. Each function is O(n), and O(k log k) for k samples that
/// share a start: for many buckets pass each the slice that may touch it.
package enum DiscreteStatistics {
    /// Averages the values in the way of the type; nil when no sample touches the range.
    ///
    /// `.cumulative` values average as `.discreteArithmetic` ones do.
    package static func average(
        of samples: [DiscreteSample],
        style: AggregationStyle,
        in range: (start: Int64, end: Int64)
    ) -> Double? {
        let chosen = indices(of: samples, in: range).map { samples[$0] }
            .sorted { $0.isAddedBefore($1) }
        guard !chosen.isEmpty else { return nil }
        let values = chosen.map(\.value)
        let plain = [Double](repeating: 1, count: values.count)
        return switch style {
        case .cumulative, .discreteArithmetic:
            WeightedMean(values: values, weights: plain).arithmetic
        case .discreteTemporallyWeighted:
            WeightedMean(values: values, weights: TimeWeights.of(chosen, in: range)).arithmetic
        case .discreteEquivalentContinuousLevel:
            WeightedMean(values: values, weights: TimeWeights.of(chosen, in: range)).level
        }
    }

    /// The least value; nil when no sample touches the range.
    package static func minimum(
        of samples: [DiscreteSample],
        in range: (start: Int64, end: Int64)
    ) -> Double? {
        indices(of: samples, in: range).lazy.map { samples[$0].value }.min()
    }

    /// The greatest value; nil when no sample touches the range.
    package static func maximum(
        of samples: [DiscreteSample],
        in range: (start: Int64, end: Int64)
    ) -> Double? {
        indices(of: samples, in: range).lazy.map { samples[$0].value }.max()
    }

    /// The index of the latest sample: by start, then end, recorded time and identifier.
    package static func mostRecent(
        of samples: [DiscreteSample],
        in range: (start: Int64, end: Int64)
    ) -> Int? {
        indices(of: samples, in: range).max { samples[$0].isEarlier(than: samples[$1]) }
    }

    /// The samples that count.
    private static func indices(
        of samples: [DiscreteSample],
        in range: (start: Int64, end: Int64)
    ) -> [Int] {
        assert(zip(samples, samples.dropFirst()).allSatisfy { $0.start <= $1.start }, "unsorted")
        return samples.indices.prefix { samples[$0].start < range.end }
            .filter { samples[$0].touches(range) && samples[$0].value.isFinite }
    }
}
