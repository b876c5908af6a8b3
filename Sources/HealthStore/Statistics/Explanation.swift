package import HealthModel
package import MergeEngine
import Postgres

/// A sample as an explanation names it.
package struct ExplainedSample: Sendable {
    /// Its identifier.
    package let id: SampleID
    /// Its start.
    package let start: Instant
    /// Its end.
    package let end: Instant
    /// Its whole value, in the canonical unit.
    package let value: Double
    /// When it was recorded (rule 5).
    package let recorded: Instant
    /// Whether a person typed it in.
    package let isUserEntered: Bool
    /// The key of its source.
    package let source: SampleID
}

/// Who counted in each stretch of a range, and who did not and why.
package struct Explanation: Sendable {
    /// The samples of the range that are not switched off, by the index the segments use.
    package let samples: [ExplainedSample]
    /// The segments, in order; they never overlap, and impulses have no length.
    package let segments: [MergeSegment]
    /// The sources that appear, in the order of the ranking.
    package let sources: [SourceRecord]
    /// The sources switched off for the type.
    package let disabled: [SourceRecord]
    /// The merged sum over the range, by the same sweep.
    package let sum: Double?
}

extension HealthStore {
    /// The most samples an explanation covers.
    package static let explanationLimit = 20_000
    /// The most that all segments of an explanation together say of samples that count or are
    /// hidden; where long samples overlap, that grows with the square of their number.
    private static let mentionLimit = 200_000

    /// Explains the merged sum of a cumulative type over a range, segment by segment.
    ///
    /// - Throws: `HealthStoreError.userNotFound`, `.tooManySamples` beyond `explanationLimit` or
    ///   where too many of them overlap.
    package func explanation(
        user: UserID,
        type: QuantityType,
        range: TimeRange,
        visibility: Visibility
    ) async throws -> Explanation {
        try await pool.withConnection { connection in
            try connection.transaction(.snapshot) {
                _ = try Self.user(user, on: connection)
                let samples = try Self.load(
                    user: user,
                    typeID: type.id,
                    from: range.start.microseconds,
                    to: range.end.microseconds,
                    filter: SampleFilter(visibility: visibility),
                    limit: Self.explanationLimit,
                    on: connection
                )
                guard type.merge == .sum || mentions(of: samples) <= Self.mentionLimit else {
                    throw HealthStoreError.tooManySamples(limit: Self.mentionLimit)
                }
                let ranks = try Self.ranks(user: user, typeID: type.id, on: connection)
                let sources = try Self.sources(
                    of: user,
                    typeID: type.id,
                    visibility: visibility,
                    on: connection
                )
                return Self.explain(samples, sources, ranks, type: type, range: range)
            }
        }
    }

    private static func explain(
        _ samples: [LoadedSample],
        _ sources: [SourceRecord],
        _ ranks: SourceRanks,
        type: QuantityType,
        range: TimeRange
    ) -> Explanation {
        let seen = Set(samples.map(\.source))
        let counted = samples.filter {
            ranks.rank(source: $0.source, isUserEntered: $0.isUserEntered) != nil
        }
        let merged = ranks.mergeSamples(counted)
        let bounds = (start: range.start.microseconds, end: range.end.microseconds)
        let present = sources.filter { seen.contains($0.id.number) }
        let rank = { (source: SourceRecord) in
            ranks.rank(source: source.id.number, isUserEntered: false)
        }
        return Explanation(
            samples: counted.compactMap { sample in
                ranks.sources[sample.source].map { ExplainedSample(sample, source: $0.key) }
            },
            segments: Merge.segments(of: merged, behavior: type.merge, in: bounds),
            sources: present.filter { rank($0) != nil }
                .sorted { (rank($0) ?? 0) < (rank($1) ?? 0) },
            disabled: present.filter { rank($0) == nil },
            sum: bounds.start < bounds.end
                ? Merge.sums(of: merged, behavior: type.merge, edges: [bounds.start, bounds.end])[0]
                : nil
        )
    }
}

/// How often samples can be mentioned when every start and end cuts a segment: the sum, over these
/// instants, of the number of samples around them.
///
/// - Complexity: O(n log n).
private func mentions(of samples: [LoadedSample]) -> Int {
    let starts = samples.map(\.start).sorted()
    let ends = samples.map(\.end).sorted()
    var ended = 0
    var total = 0
    for (started, start) in starts.enumerated() {
        while ends[ended] < start {
            total += started - ended
            ended += 1
        }
        total += started + 1 - ended
    }
    return total
}

extension ExplainedSample {
    fileprivate init(_ sample: LoadedSample, source: SampleID) {
        id = sample.id
        start = Instant(microseconds: sample.start)
        end = Instant(microseconds: sample.end)
        value = sample.value
        recorded = Instant(microseconds: sample.recorded)
        isUserEntered = sample.isUserEntered
        self.source = source
    }
}
