import HealthModel
package import MergeEngine

/// The rules read aloud, slowly: for every piece of time between two changes, ask every sample.
///
/// Shares no idea with the engine but the rules: no order of samples, no state, no bookkeeping.
package struct Oracle: Sendable {
    /// What it is asked about, in any order.
    package let samples: [MergeSample]

    /// Makes an oracle that knows these samples.
    package init(samples: [MergeSample]) { self.samples = samples }

    /// Whether `one` beats `other` where both are there (rules 3 and 5).
    package static func beats(_ one: MergeSample, _ other: MergeSample) -> Bool {
        (other.rank, one.recorded, one.end, one.id) > (
            one.rank, other.recorded, other.end, other.id
        )
    }

    /// The intervals that cover all of `[from, to)`, which no sample starts or ends inside.
    package func covering(_ from: Int64, _ to: Int64) -> [MergeSample] {
        samples.filter { $0.start < $0.end && $0.start <= from && to <= $0.end }
    }

    /// The interval that counts in a piece: the one that beats each other.
    package func winner(_ from: Int64, _ to: Int64) -> MergeSample? {
        let all = covering(from, to)
        return all.first { one in
            all.allSatisfy { $0.id == one.id || Self.beats(one, $0) }
        }
    }

    /// Every instant in `[from, to]` where something may change.
    package func changes(_ from: Int64, _ to: Int64) -> [Int64] {
        let all = samples.flatMap { [$0.start, $0.end] } + [from, to]
        return Set(all.filter { from <= $0 && $0 <= to }).sorted()
    }

    /// The impulses inside a range.
    package func impulses(_ from: Int64, _ to: Int64) -> [MergeSample] {
        samples.filter { $0.start == $0.end && from <= $0.start && $0.start < to }
    }

    /// Whether an impulse counts (rule 4).
    package func counts(_ impulse: MergeSample) -> Bool {
        let instant = impulse.start
        return !samples.contains { other in
            if other.start == other.end {
                return other.start == instant && Self.beats(other, impulse)
            }
            return other.start <= instant && instant < other.end && other.rank < impulse.rank
        }
    }

    /// The merged sum over a range, or nil where no sample is (rules 1, 3, 4, 5, 7).
    package func sum(_ from: Int64, _ to: Int64) -> Double? {
        let times = changes(from, to)
        var terms = zip(times, times.dropFirst()).compactMap { start, end in
            winner(start, end).map { $0.value * Double(end - start) / Double($0.end - $0.start) }
        }
        terms += impulses(from, to).map { counts($0) ? $0.value : 0 }
        return terms.isEmpty ? nil : terms.reduce(0, +)
    }

    /// The sum over a range where every sample counts (rule 8).
    package func plainSum(_ from: Int64, _ to: Int64) -> Double? {
        let terms =
            samples.filter { max($0.start, from) < min($0.end, to) }.map { sample in
                let inside = min(sample.end, to) - max(sample.start, from)
                return sample.value * Double(inside) / Double(sample.end - sample.start)
            } + impulses(from, to).map(\.value)
        return terms.isEmpty ? nil : terms.reduce(0, +)
    }

    /// The time covered within a range, or nil where no sample is (rule 9).
    package func duration(_ from: Int64, _ to: Int64) -> Int64? {
        let times = changes(from, to)
        var pieces = zip(times, times.dropFirst()).filter { !covering($0, $1).isEmpty }
            .map { $1 - $0 }
        pieces += impulses(from, to).map { _ in 0 }
        return pieces.isEmpty ? nil : pieces.reduce(0, +)
    }
}
