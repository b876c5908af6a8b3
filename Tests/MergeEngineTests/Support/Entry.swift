import HealthModel
import MergeEngine
import MergeOracle

/// A segment told by identifiers, so that it can be compared whatever the order of the samples.
struct Entry: Equatable {
    var start: Int64
    var end: Int64
    var winner: SampleID
    var contribution: Double
    var hidden: [Hiding]

    /// Spells out a segment of the engine; the hidden ones sorted, where their order is not at issue.
    init(_ segment: MergeSegment, _ samples: [MergeSample], isSorted: Bool = true) {
        let hidden = segment.hidden.map { Hiding(samples[$0.sample].id, $0.reason.rawValue) }
        start = segment.start
        end = segment.end
        winner = samples[segment.winner].id
        contribution = segment.contribution
        self.hidden = isSorted ? hidden.sorted() : hidden
    }

    /// Spells out what the oracle finds.
    init(start: Int64, end: Int64, winner: MergeSample, share: Double, hidden: [Hiding]) {
        self.start = start
        self.end = end
        self.winner = winner.id
        contribution = share
        self.hidden = hidden.sorted()
    }
}

/// Who is hidden and why, as the wire spells it.
struct Hiding: Comparable {
    var id: SampleID
    var reason: String

    init(_ id: SampleID, _ reason: String) {
        self.id = id
        self.reason = reason
    }

    static func < (left: Hiding, right: Hiding) -> Bool {
        (left.id, left.reason) < (right.id, right.reason)
    }
}

extension Oracle {
    /// The stretches in which the winner and the covering intervals stay the same.
    func intervalEntries(in range: (start: Int64, end: Int64)) -> [Entry] {
        let times = intervalChanges(in: range)
        return zip(times, times.dropFirst()).compactMap { start, end in
            guard let winner = winner(start, end) else { return nil }
            let losers = covering(start, end).filter { $0.id != winner.id }
            let covered = impulses(start, end).filter { $0.rank > winner.rank }
            return Entry(
                start: start,
                end: end,
                winner: winner,
                share: end - start == winner.end - winner.start
                    ? winner.value
                    : winner.value * (Double(end - start) / Double(winner.end - winner.start)),
                hidden: losers.map { Hiding($0.id, reason(winner, $0)) }
                    + covered.filter(isCovered).map { Hiding($0.id, "betterSourceCovers") }
            )
        }
    }

    /// The impulses that count, each with the other impulses of its instant.
    func impulseEntries(in range: (start: Int64, end: Int64)) -> [Entry] {
        impulses(range.start, range.end).filter(counts)
            .sorted { $0.start < $1.start }
            .map { impulse in
                let losers = impulses(impulse.start, impulse.start + 1)
                    .filter { $0.id != impulse.id }
                return Entry(
                    start: impulse.start,
                    end: impulse.start,
                    winner: impulse,
                    share: impulse.value,
                    hidden: losers.map { Hiding($0.id, reason(impulse, $0)) }
                )
            }
    }

    /// Where intervals start or end inside a range, and its own ends.
    private func intervalChanges(in range: (start: Int64, end: Int64)) -> [Int64] {
        Oracle(samples: samples.filter { $0.start < $0.end }).changes(range.start, range.end)
    }

    /// Whether no impulse at this instant counts, so that it is the interval that hides it.
    private func isCovered(_ impulse: MergeSample) -> Bool {
        !impulses(impulse.start, impulse.start + 1).contains(where: counts)
    }

    private func reason(_ winner: MergeSample, _ loser: MergeSample) -> String {
        if winner.rank < loser.rank { return "betterSource" }
        if winner.recorded > loser.recorded { return "recordedLater" }
        return winner.end > loser.end ? "endsLater" : "greaterIdentifier"
    }
}
