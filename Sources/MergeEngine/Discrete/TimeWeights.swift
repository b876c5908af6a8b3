/// The time each sample of a discrete type stands for: our choice, as Apple publishes none.
///
/// A sample stands for the time from its start until the next different start or its own end,
/// whichever is later, yet at most five minutes beyond its own end, all cut to the range. Samples
/// that share a start share the longest of their times in equal parts.
enum TimeWeights {
    /// How long after its end a sample may stand for what follows, in microseconds.
    static let longestReach: Int64 = 300_000_000

    /// The weights of `samples`, which are sorted by start and touch the range, in microseconds.
    ///
    /// - Complexity: O(n).
    static func of(
        _ samples: [DiscreteSample],
        in range: (start: Int64, end: Int64)
    ) -> [Double] {
        var weights: [Double] = []
        weights.reserveCapacity(samples.count)
        while weights.count < samples.count {
            let rest = samples[weights.count...]
            let start = samples[weights.count].start
            let group = rest.prefix { $0.start == start }
            let next = group.endIndex < samples.count ? samples[group.endIndex].start : .max
            let end = group.map(\.end).max() ?? start
            let share = time(from: start, to: end, next: next, in: range) / Double(group.count)
            weights.append(contentsOf: repeatElement(share, count: group.count))
        }
        return weights
    }

    /// The time that samples with one start stand for together, in microseconds.
    ///
    /// `end` is the latest of their ends, `next` the next different start in the range or `.max`.
    /// Above zero for samples that touch the range.
    @inline(__always)
    static func time(
        from start: Int64,
        to end: Int64,
        next: Int64,
        in range: (start: Int64, end: Int64)
    ) -> Double {
        let reach = max(end, min(next, end + longestReach))
        return Double(max(0, min(reach, range.end) - max(start, range.start)))
    }
}
