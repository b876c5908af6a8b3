/// Writes down who counts, who is hidden and why, cut to a window.
///
/// The sweep decides; this sink only remembers which samples it met, to say what else covered each
/// run. A run is cut wherever the set of hidden intervals changes.
///
/// - Complexity: O(n log n) and the size of the result, which is quadratic where samples nest.
struct SegmentSink: MergeSink {
    private let samples: UnsafeBufferPointer<MergeSample>
    private let window: (start: Int64, end: Int64)
    /// The intervals met that outlast the latest run, by start.
    private var covering: [Int] = []
    /// The impulses met at the instant that is not decided yet.
    private var undecided: [Int] = []
    /// Impulses that the current winner hides, by instant.
    private var hiddenImpulses: [Int] = []
    private var segments: [MergeSegment] = []

    /// Prepares an empty list.
    init(samples: UnsafeBufferPointer<MergeSample>, window: (start: Int64, end: Int64)) {
        self.samples = samples
        self.window = window
    }

    /// The segments by start and end, so an impulse before an interval; ties as they were told.
    ///
    /// Runs are told when they end, hence after the impulses inside them.
    var sortedSegments: [MergeSegment] {
        segments.enumerated()
            .sorted { left, right in
                (left.element.start, left.element.end, left.offset)
                    < (right.element.start, right.element.end, right.offset)
            }
            .map(\.element)
    }

    mutating func meet(_ sample: Int) {
        if samples[sample].isImpulse {
            undecided.append(sample)
        } else {
            covering.append(sample)
        }
    }

    mutating func countImpulse(_ sample: Int) {
        let winner = samples[sample]
        segments.append(
            MergeSegment(
                start: winner.start,
                end: winner.start,
                winner: sample,
                contribution: winner.value,
                hidden: takeUndecided().filter { $0 != sample }.map { loser in
                    hidden(loser, by: winner)
                }
            )
        )
    }

    mutating func hideImpulse(_ sample: Int, behind winner: Int) {
        hiddenImpulses += takeUndecided()
    }

    mutating func count(_ sample: Int, from: Int64, to: Int64) {
        let (start, end) = (max(from, window.start), min(to, window.end))
        guard start < end else { return }
        var live: [Int] = []
        var impulses = hiddenImpulses[...]
        var next = 0
        var pieceStart = start
        for pieceEnd in cuts(of: sample, from: start, to: end) where pieceStart < pieceEnd {
            live.removeAll { samples[$0].end <= pieceStart }
            let first = next
            while next < covering.count, samples[covering[next]].start <= pieceStart { next += 1 }
            join(covering[first..<next].lazy.filter { $0 != sample }, to: &live)
            let covered = impulses.prefix { samples[$0].start < pieceEnd }
            append(sample, from: pieceStart, to: pieceEnd, over: live, and: covered)
            impulses.removeFirst(covered.count)
            pieceStart = pieceEnd
        }
        covering.removeAll { samples[$0].end <= to }
        hiddenImpulses.removeAll(keepingCapacity: true)
    }

    /// The instants after `from` where the intervals around a run change, up to its end.
    private func cuts(of sample: Int, from: Int64, to: Int64) -> [Int64] {
        var cuts = [to]
        for other in covering where other != sample {
            let (start, end) = (samples[other].start, samples[other].end)
            if from < start, start < to { cuts.append(start) }
            if from < end, end < to { cuts.append(end) }
        }
        return cuts.sorted()
    }

    /// Keeps `live` ordered from best to worst; the sort makes use of the order there is.
    private func join(_ newcomers: some Collection<Int>, to live: inout [Int]) {
        guard !newcomers.isEmpty else { return }
        live += newcomers
        live.sort { samples[$0].precedes(samples[$1]) }
    }

    private mutating func append(
        _ sample: Int,
        from: Int64,
        to: Int64,
        over live: [Int],
        and impulses: ArraySlice<Int>
    ) {
        let winner = samples[sample]
        segments.append(
            MergeSegment(
                start: from,
                end: to,
                winner: sample,
                contribution: winner.share(from: from, to: to),
                hidden: live.map { hidden($0, by: winner) }
                    + impulses.map { HiddenSample(sample: $0, reason: .betterSourceCovers) }
            )
        )
    }

    private mutating func takeUndecided() -> [Int] {
        defer { undecided.removeAll() }
        return undecided.sorted { samples[$0].precedes(samples[$1]) }
    }

    private func hidden(_ loser: Int, by winner: MergeSample) -> HiddenSample {
        HiddenSample(
            sample: loser,
            reason: HidingReason(winner: winner, loser: samples[loser])
        )
    }
}
