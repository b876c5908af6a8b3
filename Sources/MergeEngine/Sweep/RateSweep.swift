/// The merge of rules 3 to 5: one pass over samples by start, telling a sink who counts when.
///
/// Between two events one interval is the winner; the others that may still count after it wait in
/// a heap. What the sweep tells depends on the set of samples only: `precedes` is a total order,
/// all samples that start at an instant are met before anything at that instant is decided, and a
/// run is told only once another sample takes over or it ends.
///
/// - Complexity: O(n log k) for n samples of which k cover an instant. Allocates nothing; a sample
///   takes 64 bytes and its place among the candidates 16.
struct RateSweep {
    private static let none = -1

    private let samples: UnsafeBufferPointer<MergeSample>
    private var candidates: CandidateHeap
    /// The interval that counts now, or `none`.
    private var winner = none
    private var winnerEnd: Int64 = 0
    /// Since when the winner counts.
    private var runStart: Int64 = 0
    /// The best impulse at the instant reached, while it is undecided, or `none`.
    private var impulse = none

    /// Prepares a sweep; `storage` has room for as many candidates as there are samples.
    init(
        samples: UnsafeBufferPointer<MergeSample>,
        storage: UnsafeMutableBufferPointer<Candidate>
    ) {
        self.samples = samples
        candidates = CandidateHeap(samples: samples, storage: storage)
    }

    /// Sweeps over the samples, which are sorted by start, and tells `sink` what counts.
    ///
    /// Samples that do not reach into the window are left out: the merge is local in time, so they
    /// change nothing inside it.
    mutating func run(
        window: (start: Int64, end: Int64),
        into sink: inout some MergeSink
    ) {
        for index in samples.indices {
            let start = samples[index].start
            if start >= window.end { break }
            advance(to: start, into: &sink)
            if samples[index].isImpulse {
                if start >= window.start { meet(impulse: index, into: &sink) }
            } else if samples[index].end > window.start {
                meet(interval: index, into: &sink)
            }
        }
        advance(to: .max, into: &sink)
    }

    /// Decides everything before `time`, and the runs that end at it.
    @inline(__always)
    private mutating func advance(to time: Int64, into sink: inout some MergeSink) {
        if impulse != Self.none, samples[impulse].start < time { settleImpulse(into: &sink) }
        while winner != Self.none, winnerEnd <= time {
            sink.count(winner, from: runStart, to: winnerEnd)
            promoteCandidate()
        }
    }

    /// Makes the best candidate that outlasts the winner the next one.
    @inline(__always)
    private mutating func promoteCandidate() {
        runStart = winnerEnd
        while let next = candidates.pop() {
            guard samples[next].end > runStart else { continue }
            winner = next
            winnerEnd = samples[next].end
            return
        }
        winner = Self.none
    }

    /// Lets an interval that starts now compete with the winner.
    ///
    /// The loser is kept only if it ends later than the one that beats it: until then it is hidden.
    @inline(__always)
    private mutating func meet(interval index: Int, into sink: inout some MergeSink) {
        sink.meet(index)
        let (start, end) = (samples[index].start, samples[index].end)
        if winner != Self.none {
            guard samples[index].precedes(samples[winner]) else {
                if end > winnerEnd { candidates.push(index, at: start) }
                return
            }
            if runStart < start { sink.count(winner, from: runStart, to: start) }
            if winnerEnd > end { candidates.push(winner, at: start) }
        }
        winner = index
        winnerEnd = end
        runStart = start
    }

    /// Keeps the best impulse of the instant until all that starts there is known.
    @inline(__always)
    private mutating func meet(impulse index: Int, into sink: inout some MergeSink) {
        sink.meet(index)
        if impulse == Self.none || samples[index].precedes(samples[impulse]) { impulse = index }
    }

    /// Decides the pending impulse: only an interval of a better source hides it (rule 4).
    ///
    /// The winner has the best rank of all that cover the instant, so no other need be asked.
    private mutating func settleImpulse(into sink: inout some MergeSink) {
        if winner != Self.none, samples[winner].rank < samples[impulse].rank {
            sink.hideImpulse(impulse, behind: winner)
        } else {
            sink.countImpulse(impulse)
        }
        impulse = Self.none
    }
}
