package import HealthModel
import MergeEngine
import Postgres

/// An order of sources that nobody has set yet.
package struct OrderProposal: Sendable {
    /// The keys of the sources put in order, best first.
    package var ranked: [SampleID]
    /// The keys of the sources switched off.
    package var disabled: [SampleID]
    /// The types whose sources the caller may name, beside those of `client`; nil for both allows
    /// all of the user's.
    package var readable: [Int16]?
    /// The client that asks; it may name the sources of what it saved.
    package var client: ClientID?

    /// Makes a proposal.
    package init(
        ranked: [SampleID],
        disabled: [SampleID],
        readable: [Int16]?,
        client: ClientID?
    ) {
        self.ranked = ranked
        self.disabled = disabled
        self.readable = readable
        self.client = client
    }
}

/// Sums under the order in force, and what they would be under another.
package struct OrderPreview: Sendable {
    /// The sum of a bucket, twice; nil where there is no data.
    package struct Bucket: Sendable, Hashable {
        /// Under the order in force.
        package let current: Double?
        /// Under the order that is proposed.
        package let proposed: Double?
    }

    /// The whole range.
    package let whole: Bucket
    /// One entry for each bucket of the query.
    package let buckets: [Bucket]
}

extension HealthStore {
    /// Computes what another order of sources would change; writes nothing.
    ///
    /// Where kept totals answer a collection, the same quarter hours are added up in the same order
    /// here, so that the collection gives these very bits once the order is set.
    ///
    /// - Throws: `HealthStoreError.userNotFound`, `.tooManySamples`; `.sourceNotFound` for a source
    ///   that does not exist or that the caller may not name.
    package func orderPreview(
        _ query: StatisticsQuery,
        _ proposal: OrderProposal
    ) async throws -> OrderPreview {
        try await retrying {
            try await pool.withConnection(as: .user(query.user)) { connection in
                try connection.transaction(.snapshot) {
                    let user = try Self.user(query.user, on: connection)
                    let proposed = try Self.ranks(of: query.user, under: proposal, on: connection)
                    let present = try Self.ranks(
                        user: query.user,
                        typeID: query.type.id,
                        on: connection
                    )
                    let evaluation = SampleEvaluation(query, present, userZone: user.timeZone)
                    return try PreviewEvaluation(evaluation, proposed).run(on: connection)
                }
            }
        }
    }

    private static func ranks(
        of user: UserID,
        under proposal: OrderProposal,
        on connection: Connection
    ) throws -> SourceRanks {
        let all = try sources(of: user, on: connection)
        var named = all
        if proposal.readable != nil || proposal.client != nil {
            named = try sources(
                of: user,
                readable: proposal.readable,
                client: proposal.client,
                on: connection
            )
        }
        let numbers = SourceNumbers(named)
        return SourceRanks(
            sources: all,
            ranked: try proposal.ranked.map { try numbers.number($0) },
            disabled: try proposal.disabled.map { try numbers.number($0) }
        )
    }
}

/// A preview at work on a connection.
private struct PreviewEvaluation {
    private let evaluation: SampleEvaluation
    private let proposed: SourceRanks
    private let edges: [Int64]
    /// The pieces of time whose kept sums a collection would add up; nil where it uses none.
    private let grain: Int64?

    /// As many stretches as a collection has, at most, and none shorter than a month.
    private static let shortestStretch = 31 * TotalDay.length
    private static let stretchLimit: Int64 = 512

    init(_ evaluation: SampleEvaluation, _ proposed: SourceRanks) {
        self.evaluation = evaluation
        self.proposed = proposed
        edges = evaluation.edges
        let isKept = evaluation.query.filter.isUnrestricted && evaluation.query.axis == .instant
        grain = [TotalDay.hour, TotalDay.quarter].first { grain in
            isKept && evaluation.edges.allSatisfy { $0.isMultiple(of: grain) }
        }
    }

    func run(on connection: Connection) throws -> OrderPreview {
        var sums = (current: BucketSums(edges: edges), proposed: BucketSums(edges: edges))
        let end = edges[edges.count - 1]
        var start = edges[0]
        // Whole hours, so that a stretch cuts none.
        let share = (end - start) / Self.stretchLimit / TotalDay.hour + 1
        let stretch = max(Self.shortestStretch, share * TotalDay.hour)
        while start < end {
            let next = min(start + stretch, end)
            let samples = try evaluation.placed(from: start, to: next, on: connection)
            add(evaluation.ranks.mergeSamples(samples), from: start, to: next, to: &sums.current)
            add(proposed.mergeSamples(samples), from: start, to: next, to: &sums.proposed)
            start = next
        }
        let (current, proposed) = (sums.current.values, sums.proposed.values)
        return OrderPreview(
            whole: OrderPreview.Bucket(current: current.whole, proposed: proposed.whole),
            buckets: zip(current, proposed).map { OrderPreview.Bucket(current: $0, proposed: $1) }
        )
    }

    private func add(
        _ samples: [MergeSample],
        from start: Int64,
        to end: Int64,
        to sums: inout BucketSums
    ) {
        let behavior = evaluation.query.type.merge
        guard let grain else {
            return sums.add(samples, behavior: behavior, from: start, to: end)
        }
        let cuts = Array(stride(from: start, through: end, by: Int(TotalDay.quarter)))
        let quarters = Merge.sums(of: samples, behavior: behavior, edges: cuts)
        let isByHours = grain == TotalDay.hour
        let parts = isByHours ? HourBlock.hours(ofQuarters: quarters) : quarters
        for (index, part) in parts.enumerated() {
            if let part { sums.add(part, at: start + Int64(index) * grain) }
        }
    }
}

extension [Double?] {
    /// What the buckets add up to (rule 7); nil when none has data.
    fileprivate var whole: Double? {
        var sum: CompensatedSum?
        for value in self {
            guard let value else { continue }
            var next = sum ?? CompensatedSum()
            next.add(value)
            sum = next
        }
        return sum?.total
    }
}
