import HealthModel

/// Looks for the half hour in which an explanation has most to explain.
struct OverlapSearch {
    /// What makes a stretch worth showing, the more important first.
    private struct Worth {
        /// How many sources have samples in it.
        var sources = 0
        /// How many of them count somewhere in it.
        var winners = 0
        /// Whether its segments can be taken in at a glance.
        var isReadable = true
        /// How long at least two sources overlap, in microseconds.
        var overlap: Int64 = 0

        static func < (left: Worth, right: Worth) -> Bool {
            (left.sources, left.winners, left.isReadable ? 1 : 0, left.overlap)
                < (right.sources, right.winners, right.isReadable ? 1 : 0, right.overlap)
        }
    }

    private let answer: ExplanationAnswer
    private static let length: Int64 = 30 * 60 * 1_000_000
    private static let step: Int64 = 5 * 60 * 1_000_000
    private static let readableSegments = 14

    /// Prepares a search in an explanation of hours or days.
    init(_ answer: ExplanationAnswer) {
        self.answer = answer
    }

    /// The stretch in which most sources overlap and most of them count; nil without samples.
    ///
    /// Of equals the earliest. Stretches begin at whole multiples of five minutes.
    var best: TimeRange? {
        var best: (range: TimeRange, worth: Worth)?
        var first = 0
        let segments = answer.segments
        var start = answer.start.instant.microseconds
        while start + Self.length <= answer.end.instant.microseconds {
            let end = start + Self.length
            while first < segments.count, segments[first].end.instant.microseconds <= start {
                first += 1
            }
            let inside = segments[first...].prefix { $0.start.instant.microseconds < end }
            let worth = worth(of: inside, from: start, to: end)
            if worth.sources > 0, best.map({ $0.worth < worth }) ?? true {
                let range = TimeRange(
                    start: Instant(microseconds: start),
                    end: Instant(microseconds: end)
                )
                best = (range, worth)
            }
            start += Self.step
        }
        return best?.range
    }

    private func worth(
        of segments: ArraySlice<ExplanationAnswer.Segment>,
        from start: Int64,
        to end: Int64
    ) -> Worth {
        var lanes: Set<ExplanationAnswer.Lane.ID> = []
        var winners: Set<ExplanationAnswer.Lane.ID> = []
        var overlap: Int64 = 0
        for segment in segments {
            winners.insert(segment.winner.lane)
            lanes.insert(segment.winner.lane)
            lanes.formUnion(segment.hidden.map(\.lane))
            guard segment.hidden.contains(where: { $0.lane != segment.winner.lane }) else {
                continue
            }
            overlap += max(
                0,
                min(segment.end.instant.microseconds, end)
                    - max(segment.start.instant.microseconds, start)
            )
        }
        return Worth(
            sources: lanes.count,
            winners: winners.count,
            isReadable: segments.count <= Self.readableSegments,
            overlap: overlap
        )
    }
}
