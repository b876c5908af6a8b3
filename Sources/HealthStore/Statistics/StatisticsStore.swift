import HealthModel
import MergeEngine
import Postgres

extension HealthStore {
    /// Answers a statistics query, exactly as the stored samples and the source order have it.
    ///
    /// Sums of all of a user's data come from the kept totals, whatever the length of the range;
    /// quarter hours that an edge cuts, and everything else, are computed from samples.
    ///
    /// - Throws: `HealthStoreError.userNotFound`, `.tooManySamples`.
    package func statistics(_ query: StatisticsQuery) async throws -> StatisticsResult {
        try await retrying {
            try await pool.withConnection { connection in
                let user = try Self.user(query.user, on: connection)
                let evaluation = StatisticsEvaluation(query, userZone: user.timeZone)
                return try evaluation.run(on: connection)
            }
        }
    }
}

/// One statistics query at work on a connection.
struct StatisticsEvaluation {
    let query: StatisticsQuery
    let userZone: Zone
    let edges: [Int64]

    init(_ query: StatisticsQuery, userZone: Zone) {
        self.query = query
        self.userZone = userZone
        edges = query.edges.map(\.microseconds)
    }

    func run(on connection: Connection) throws -> StatisticsResult {
        if let cut = cutQuarters, needsOnlyTotals {
            return try totals(cutting: cut, on: connection)
        }
        return try connection.transaction(.snapshot) {
            let ranks = try HealthStore.ranks(
                user: query.user,
                typeID: query.type.id,
                on: connection
            )
            return try fromSamples(ranks, on: connection)
        }
    }

    /// Whether kept totals hold the answer.
    private var needsOnlyTotals: Bool {
        query.options == [.sum] && query.filter.isUnrestricted && query.strict.isEmpty
            && query.axis == .instant && !query.isSeparatedBySource
            && TotalDay.isKept(for: query.type.id)
    }

    /// The starts of the quarter hours that an edge cuts in two; nil when there are more than a
    /// few, since then computing everything from samples costs less.
    private var cutQuarters: [Int64]? {
        var cut: [Int64] = []
        for edge in edges {
            let quarter = edge.quotientRoundedDown(by: TotalDay.quarter) * TotalDay.quarter
            guard quarter != edge, cut.last != quarter else { continue }
            if cut.count == 4 { return nil }
            cut.append(quarter)
        }
        return cut
    }

    private func totals(
        cutting cut: [Int64],
        on connection: Connection
    ) throws -> StatisticsResult {
        let store = TotalStore(user: query.user, type: query.type)
        let days = TotalDay.days(from: edges[0], to: edges[edges.count - 1])
        return try store.read(days: days, on: connection) {
            var sums = BucketSums(edges: edges)
            try store.forEachQuarter(days: days, on: connection) { start, sum in
                if !cut.contains(start) { sums.add(sum, at: start) }
            }
            if !cut.isEmpty {
                try add(quarters: cut, to: &sums, on: connection)
            }
            return StatisticsResult(buckets: sums.buckets, bySource: [])
        }
    }

    /// Merges the quarter hours that edges cut from their samples.
    private func add(
        quarters: [Int64],
        to sums: inout BucketSums,
        on connection: Connection
    ) throws {
        let ranks = try HealthStore.ranks(
            user: query.user,
            typeID: query.type.id,
            on: connection
        )
        for quarter in quarters {
            let start = max(quarter, edges[0])
            let end = min(quarter + TotalDay.quarter, edges[edges.count - 1])
            let samples = ranks.mergeSamples(try load(from: start, to: end, on: connection))
            sums.add(samples, behavior: query.type.merge, from: start, to: end)
        }
    }

    /// Loads what the query's filter leaves of a range of instants.
    func load(from start: Int64, to end: Int64, on connection: Connection) throws -> [LoadedSample]
    {
        try HealthStore.load(
            user: query.user,
            typeID: query.type.id,
            from: start,
            to: end,
            filter: query.filter,
            on: connection
        )
    }
}
