package import HealthModel

/// Statistics of a discrete type over many buckets (rule 9), from samples in any number of pieces.
///
/// Gives each bucket `[edges[i], edges[i + 1])` what `DiscreteStatistics` gives it. Memory is
/// bounded by the buckets and the samples that are open: those that reach beyond the bucket of the
/// latest start, and those that share this start. A sample counts in every bucket that it touches.
/// The result is a function of the set of samples: ties in start may come in any order.
///
/// - Complexity: O(n + b + t) for n samples, b buckets and t pairs of a sample and a further
///   bucket that it touches; O(k log k) for k samples that share a start.
package struct DiscreteAccumulator: Sendable {
    private let edges: [Int64]
    private var tally: DiscreteTally
    /// The number of the bucket that the tally is of, which the latest start lies in or before.
    private var current = 0
    /// The samples that reach beyond the current bucket, by start.
    private var reachingOn: [DiscreteSample] = []
    private var finished: [DiscreteBucket] = []

    /// Begins the buckets between `edges`, which ascend and are at least two.
    ///
    /// `.cumulative` values average as `.discreteArithmetic` ones do.
    package init(edges: [Int64], style: AggregationStyle) {
        precondition(edges.count >= 2, "buckets need two edges")
        assert(zip(edges, edges.dropFirst()).allSatisfy(<=), "edges descend")
        self.edges = edges
        tally = DiscreteTally(style: style, window: (edges[0], edges[1]))
        finished.reserveCapacity(edges.count - 1)
    }

    /// Takes the next sample by start; one that touches no bucket or is not finite is left out.
    package mutating func add(_ sample: DiscreteSample) {
        guard sample.value.isFinite, sample.start < edges[edges.count - 1] else { return }
        while edges[current + 1] <= sample.start { moveOn() }
        assert(sample.start >= edges[current] || current == 0, "unsorted")
        if sample.touches((edges[current], edges[current + 1])) { tally.add(sample) }
        if sample.end > edges[current + 1] { reachingOn.append(sample) }
    }

    /// Answers the buckets, one less than there are edges.
    package consuming func finish() -> [DiscreteBucket] {
        while current + 2 < edges.count { moveOn() }
        finished.append(tally.total())
        return finished
    }

    /// Finishes the current bucket and begins the next with the samples that reach into it.
    private mutating func moveOn() {
        let (start, end) = (edges[current + 1], edges[current + 2])
        finished.append(tally.finish(next: (start, end)))
        current += 1
        guard start < end else { return }
        for sample in reachingOn { tally.add(sample) }
        reachingOn.removeAll { $0.end <= end }
    }
}
