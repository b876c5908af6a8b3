package import HealthModel

/// The merge of overlapping samples, after the rules of `docs/merge-rules.md`.
///
/// Every function takes the samples of one user and type, with sources that are switched off left
/// out, sorted by start; ties in start may come in any order. The result is a function of the set
/// of samples: the same bits for any order of arrival. Samples that reach into the range from
/// outside must be given, others may be.
///
/// `behavior` is `.rate` (rules 3 to 5) or `.sum` (rule 8); discrete types are not merged, so
/// `.none` traps.
package enum Merge {
    /// Sums the values over each bucket `[edges[i], edges[i + 1])`.
    ///
    /// `edges` ascend and are at least two; the result has one entry less. An entry is nil where no
    /// sample touches the bucket, so always for an empty bucket; where samples touch it and add
    /// nothing it is 0. A sum beyond the range of a double is infinite.
    ///
    /// - Complexity: O(n log n + b) for n samples and b buckets, O(n + b) where few samples
    ///   overlap; with `.sum`, a step for each pair of a sample and a bucket it touches.
    package static func sums(
        of samples: [MergeSample],
        behavior: MergeBehavior,
        edges: [Int64]
    ) -> [Double?] {
        let entries: [SumEntry] = bucketEntries(of: samples, behavior: behavior, edges: edges)
        return entries.map(\.total)
    }

    /// Sums samples that a strict query selected, merged among themselves and never cut (rule 7).
    ///
    /// Nil when there are none.
    package static func uncutSum(
        of samples: [MergeSample],
        behavior: MergeBehavior
    ) -> Double? {
        sums(of: samples, behavior: behavior, edges: [.min, .max])[0]
    }

    /// Explains a range: who counts in each stretch of time, who is hidden there and why.
    ///
    /// Sorted by start, an impulse before an interval that starts with it. Nothing stands for times
    /// that no sample covers. Contributions add up to `sums` over the same range. With `.sum` every
    /// sample has a segment of its own, and segments overlap as the samples do.
    ///
    /// - Complexity: O(n log n) and the size of the result, quadratic where samples nest.
    package static func segments(
        of samples: [MergeSample],
        behavior: MergeBehavior,
        in range: (start: Int64, end: Int64)
    ) -> [MergeSegment] {
        samples.withUnsafeBufferPointer { samples in
            var sink = SegmentSink(samples: samples, window: range)
            sweep(samples, behavior: behavior, window: range, into: &sink)
            return sink.sortedSegments
        }
    }

    /// Measures the union of the samples within each bucket, in microseconds (rule 9).
    ///
    /// Buckets are as for `sums`; an impulse touches its bucket and adds no time.
    ///
    /// - Complexity: O(n log n + b) for n samples and b buckets.
    package static func durations(of samples: [MergeSample], edges: [Int64]) -> [Int64?] {
        let entries: [DurationEntry] = bucketEntries(of: samples, behavior: .rate, edges: edges)
        return entries.map(\.covered)
    }
}

extension Merge {
    /// What a merge takes for each sample besides the sample itself, in bytes; buckets go extra.
    ///
    /// It is set aside in one block and touched only as far as samples wait behind better ones.
    package static var workspacePerSample: Int { MemoryLayout<Candidate>.stride }

    private static func bucketEntries<Entry: BucketEntry>(
        of samples: [MergeSample],
        behavior: MergeBehavior,
        edges: [Int64]
    ) -> [Entry] {
        precondition(edges.count >= 2, "buckets need two edges")
        assert(zip(edges, edges.dropFirst()).allSatisfy(<=), "edges descend")
        var entries = [Entry](repeating: Entry(), count: edges.count - 1)
        entries.withUnsafeMutableBufferPointer { entries in
            edges.withUnsafeBufferPointer { edges in
                samples.withUnsafeBufferPointer { samples in
                    var sink = BucketSink(samples: samples, edges: edges, entries: entries)
                    let window = (edges[0], edges[edges.count - 1])
                    sweep(samples, behavior: behavior, window: window, into: &sink)
                }
            }
        }
        return entries
    }

    /// Runs the sweep of a behaviour: the one place that knows which rule a type follows.
    private static func sweep(
        _ samples: UnsafeBufferPointer<MergeSample>,
        behavior: MergeBehavior,
        window: (start: Int64, end: Int64),
        into sink: inout some MergeSink
    ) {
        assert(isSorted(samples), "samples out of order, or one that ends before it starts")
        switch behavior {
        case .rate:
            withUnsafeTemporaryAllocation(of: Candidate.self, capacity: samples.count) { storage in
                var sweep = RateSweep(samples: samples, storage: storage)
                sweep.run(window: window, into: &sink)
            }
        case .sum:
            EverySample(samples: samples).run(window: window, into: &sink)
        case .none:
            preconditionFailure("discrete types are not merged")
        }
    }

    /// A plain loop, so that builds that check it allocate nothing either.
    private static func isSorted(_ samples: UnsafeBufferPointer<MergeSample>) -> Bool {
        for index in samples.indices {
            if samples[index].end < samples[index].start { return false }
            if index > 0, samples[index].start < samples[index - 1].start { return false }
        }
        return true
    }
}
