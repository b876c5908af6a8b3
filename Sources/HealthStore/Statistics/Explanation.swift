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
    /// Its whole value, in the canonical unit; the raw value of a category.
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
    /// The segments, in order; impulses have no length.
    ///
    /// Only those of intakes and events overlap. What one contributes is in the canonical unit; of
    /// a category it is the seconds it covers.
    package let segments: [MergeSegment]
    /// The sources that appear, in the order of the ranking.
    package let sources: [SourceRecord]
    /// The sources switched off for the type.
    package let disabled: [SourceRecord]
    /// The merged sum over the range, by the same sweep; nil for a category.
    package let sum: Double?
    /// The time covered in the range, in microseconds, by the same sweep; nil for a quantity.
    package let durationInMicroseconds: Int64?
}

extension HealthStore {
    /// The most samples an explanation covers.
    package static let explanationLimit = 20_000
    /// The most that all segments of an explanation together say of samples that count or are
    /// hidden; where long samples overlap, that grows with the square of their number.
    private static let mentionLimit = 200_000

    /// Explains the sum of a cumulative type, or the duration of a category, segment by segment.
    ///
    /// The query has one bucket, and its type a merge. Its options do not matter.
    ///
    /// - Throws: `HealthStoreError.userNotFound`, `.tooManySamples` beyond `explanationLimit` or
    ///   where too many of them overlap.
    package func explanation(_ query: StatisticsQuery) async throws -> Explanation {
        precondition(query.edges.count == 2 && query.type.merge != .none, "nothing to explain")
        return try await pool.withConnection(as: .user(query.user)) { connection in
            try connection.transaction(.snapshot) {
                let user = try Self.user(query.user, on: connection)
                let ranks = try Self.ranks(
                    user: query.user,
                    typeID: query.type.id,
                    on: connection
                )
                let sources = try Self.sources(
                    of: query.user,
                    typeID: query.type.id,
                    visibility: query.filter.visibility,
                    on: connection
                )
                let evaluation = SampleEvaluation(query, ranks, userZone: user.timeZone)
                let samples = try evaluation.chosen(limit: Self.explanationLimit, on: connection)
                guard query.type.merge == .sum || mentions(of: samples) <= Self.mentionLimit
                else { throw HealthStoreError.tooManySamples(limit: Self.mentionLimit) }
                return evaluation.explain(samples, sources)
            }
        }
    }
}

extension SampleEvaluation {
    /// Loads the samples of the only bucket, with those of sources that are switched off.
    fileprivate func chosen(limit: Int, on connection: Connection) throws -> [LoadedSample] {
        let (start, end) = (edges[0], edges[1])
        guard start < end else { return [] }
        let samples = try placed(from: start, to: end, limit: limit, on: connection)
        guard query.strict.isEmpty else {
            let buckets = BucketEdges(edges)
            return samples.filter { strictBucket(of: $0, buckets) != nil }
        }
        return samples.filter { $0.start < end && ($0.start >= start || $0.end > start) }
    }

    fileprivate func explain(_ samples: [LoadedSample], _ sources: [SourceRecord]) -> Explanation {
        let seen = Set(samples.map(\.source))
        let counted = samples.filter(isCounted)
        var merged = ranks.mergeSamples(counted)
        // A sample that adds its length to the time covered is a rate of one second a second.
        if case .category = query.type {
            for index in merged.indices { merged[index].value = merged[index].seconds }
        }
        // What strict options chose is not cut (rule 7).
        let bounds =
            query.strict.isEmpty ? (start: edges[0], end: edges[1]) : (start: .min, end: .max)
        let present = sources.filter { seen.contains($0.id.number) }
        let rank = { (source: SourceRecord) in
            ranks.rank(source: source.id.number, isUserEntered: false)
        }
        let totals = totals(of: merged, in: bounds)
        return Explanation(
            samples: counted.compactMap { sample in
                ranks.sources[sample.source].map { ExplainedSample(sample, source: $0.key) }
            },
            segments: Merge.segments(of: merged, behavior: query.type.merge, in: bounds),
            sources: present.filter { rank($0) != nil }
                .sorted { (rank($0) ?? 0) < (rank($1) ?? 0) },
            disabled: present.filter { rank($0) == nil },
            sum: totals.sum,
            durationInMicroseconds: totals.duration
        )
    }

    private func totals(
        of samples: [MergeSample],
        in bounds: (start: Int64, end: Int64)
    ) -> (sum: Double?, duration: Int64?) {
        let edges = [bounds.start, bounds.end]
        switch query.type {
        case .quantity(let type):
            return (Merge.sums(of: samples, behavior: type.merge, edges: edges)[0], nil)
        case .category: return (nil, Merge.durations(of: samples, edges: edges)[0])
        }
    }
}

extension MergeSample {
    /// Its length in seconds.
    fileprivate var seconds: Double { Double(end - start) / 1_000_000 }
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
