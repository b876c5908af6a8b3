import HealthModel
import MergeEngine
import Postgres

/// A statistics query that is answered from samples, at work on a connection.
struct SampleEvaluation {
    let query: StatisticsQuery
    let ranks: SourceRanks
    let userZone: Zone
    let edges: [Int64]
    /// The most samples read at once where they are gone through page by page.
    var pageLimit = StatisticsQuery.pageLimit

    /// The most buckets of all sources together, where each is answered for itself (about 100 MB).
    private static let separateBucketLimit = 500_000

    init(_ query: StatisticsQuery, _ ranks: SourceRanks, userZone: Zone) {
        self.query = query
        self.ranks = ranks
        self.userZone = userZone
        edges = query.edges.map(\.microseconds)
    }

    /// Computes the answer; runs in a transaction of its caller that sees one snapshot.
    func run(on connection: Connection) throws -> StatisticsResult {
        var result = StatisticsResult(
            buckets: Array(repeating: BucketStatistics(), count: edges.count - 1),
            bySource: []
        )
        if query.isSeparatedBySource {
            result.bySource = try HealthStore.sources(
                of: query.user,
                typeID: query.type.id,
                visibility: query.filter.visibility,
                on: connection
            ).filter { query.filter.sources?.contains($0.key) ?? true }
                .map { (source: $0, buckets: result.buckets) }
            guard result.bySource.count * result.buckets.count <= Self.separateBucketLimit else {
                throw HealthStoreError.tooManyBuckets(limit: Self.separateBucketLimit)
            }
        }
        if !query.options.isDisjoint(with: [.sum, .duration]) {
            try addMerged(to: &result, on: connection)
        }
        if !query.options.isSubset(of: [.sum, .duration]) {
            try addDescribed(to: &result, on: connection)
        }
        return result
    }

    /// Whether a sample's source is not switched off.
    func isCounted(_ sample: LoadedSample) -> Bool {
        ranks.rank(source: sample.source, isUserEntered: sample.isUserEntered) != nil
    }

    /// The bucket that the strict options put a sample into, whole; nil for none.
    func strictBucket(of sample: LoadedSample, _ buckets: BucketEdges) -> Int? {
        let byStart = buckets.bucket(at: sample.start)
        let byEnd = buckets.bucket(at: sample.end)
        return switch query.strict {
        case .start: byStart
        case .end: byEnd
        default: byStart == byEnd ? byStart : nil
        }
    }
}
