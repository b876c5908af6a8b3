/// A stretch of time in which one sample counts and the same others are hidden.
///
/// Half-open, `[start, end)`; an impulse is a segment whose start and end are equal.
package struct MergeSegment: Sendable, Equatable {
    /// The first instant of the segment, in microseconds.
    package var start: Int64
    /// The first instant after it; equal to `start` for an impulse.
    package var end: Int64
    /// The sample that counts, as an index into the samples given.
    package var winner: Int
    /// What the winner adds to the total here, in the unit of its value.
    package var contribution: Double
    /// The samples hidden here: intervals from best to worst, then impulses by instant.
    package var hidden: [HiddenSample]
}

/// A sample that does not count in a segment, and why.
package struct HiddenSample: Sendable, Equatable {
    /// The hidden sample, as an index into the samples given.
    package var sample: Int
    /// What the winner of the segment has over it.
    package var reason: HidingReason
}

/// Why one sample hides another; the raw value is the spelling on the wire.
package enum HidingReason: String, Sendable, CaseIterable {
    /// The winner's source ranks better (rule 3; rule 4 for two impulses at one instant).
    case betterSource
    /// The hidden sample is an impulse inside an interval of a better source (rule 4).
    case betterSourceCovers
    /// Both are of one source and the winner was recorded later (rule 5).
    case recordedLater
    /// Recorded at the same time by one source; the winner ends later (rule 5).
    case endsLater
    /// All else equal; the winner has the greater identifier (rule 5).
    case greaterIdentifier

    /// The reason why `winner` hides `loser`, where it precedes it and both are of one kind.
    init(winner: MergeSample, loser: MergeSample) {
        self =
            if winner.rank != loser.rank {
                .betterSource
            } else if winner.recorded != loser.recorded {
                .recordedLater
            } else if winner.end != loser.end {
                .endsLater
            } else {
                .greaterIdentifier
            }
    }
}
