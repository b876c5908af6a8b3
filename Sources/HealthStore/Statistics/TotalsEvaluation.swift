import HealthModel
import MergeEngine
import Postgres

/// A statistics query that kept totals can answer, at work on a connection.
struct TotalsEvaluation {
    private let query: StatisticsQuery
    private let type: QuantityType
    private let edges: [Int64]
    /// The starts of the quarter hours that an edge cuts in two.
    private let cutQuarters: [Int64]

    /// Whether sums of hours are all it takes, of which there are fewer and less.
    private let isByHours: Bool

    /// More cut quarter hours than this, and computing everything from samples costs less.
    private static let cutLimit = 4

    /// Takes a query on; nil when its answer needs samples.
    init?(_ query: StatisticsQuery) {
        guard query.options == [.sum], query.filter.isUnrestricted, query.strict.isEmpty,
            query.axis == .instant, !query.isSeparatedBySource,
            case .quantity(let type) = query.type, TotalDay.isKept(for: type.id)
        else { return nil }
        self.query = query
        self.type = type
        let edges = query.edges.map(\.microseconds)
        self.edges = edges
        isByHours = edges.allSatisfy { $0.isMultiple(of: TotalDay.hour) }
        var cut: [Int64] = []
        for edge in isByHours ? [] : edges {
            let quarter = edge.quotientRoundedDown(by: TotalDay.quarter) * TotalDay.quarter
            guard quarter != edge, cut.last != quarter else { continue }
            if cut.count == Self.cutLimit { return nil }
            cut.append(quarter)
        }
        cutQuarters = cut
    }

    func run(on connection: Connection) throws -> StatisticsResult {
        let store = TotalStore(user: query.user, type: type)
        let days = TotalDay.days(from: edges[0], to: edges[edges.count - 1])
        if isByHours { return try runByHours(store, days, on: connection) }
        if cutQuarters.isEmpty, let rows = try store.settledTotals(days: days, on: connection) {
            var sums = BucketSums(edges: edges)
            TotalStore.forEachQuarter(rows) { sums.add($1, at: $0) }
            return StatisticsResult(buckets: sums.buckets, bySource: [])
        }
        return try store.read(days: days, on: connection) {
            _ = try HealthStore.user(query.user, on: connection)
            var sums = BucketSums(edges: edges)
            try store.forEachQuarter(days: days, on: connection) { start, sum in
                if !cutQuarters.contains(start) { sums.add(sum, at: start) }
            }
            if !cutQuarters.isEmpty { try addCutQuarters(to: &sums, on: connection) }
            return StatisticsResult(buckets: sums.buckets, bySource: [])
        }
    }

    private func runByHours(
        _ store: TotalStore,
        _ days: ClosedRange<Int32>,
        on connection: Connection
    ) throws -> StatisticsResult {
        var sums = BucketSums(edges: edges)
        if try store.addSettledHours(days: days, to: &sums, on: connection) {
            return StatisticsResult(buckets: sums.buckets, bySource: [])
        }
        return try store.read(days: days, on: connection) {
            _ = try HealthStore.user(query.user, on: connection)
            var sums = BucketSums(edges: edges)
            try store.addHours(days: days, to: &sums, on: connection)
            return StatisticsResult(buckets: sums.buckets, bySource: [])
        }
    }

    /// Merges the quarter hours that edges cut from their samples.
    private func addCutQuarters(to sums: inout BucketSums, on connection: Connection) throws {
        let ranks = try HealthStore.ranks(
            user: query.user,
            typeID: type.id,
            on: connection
        )
        for quarter in cutQuarters {
            let start = max(quarter, edges[0])
            let end = min(quarter + TotalDay.quarter, edges[edges.count - 1])
            let samples = try HealthStore.load(
                user: query.user,
                typeID: type.id,
                from: start,
                to: end,
                filter: query.filter,
                on: connection
            )
            sums.add(
                ranks.mergeSamples(samples),
                behavior: type.merge,
                from: start,
                to: end
            )
        }
    }
}
