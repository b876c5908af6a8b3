import HealthModel
import MergeEngine
import Postgres

extension SampleEvaluation {
    /// The most often that samples may reach into a further bucket: what bounds the time an answer
    /// takes where long samples meet many buckets.
    private static let furtherBucketLimit = 10_000_000

    /// Computes what is not merged (rule 9): average, extremes, latest sample.
    ///
    /// - Throws: `HealthStoreError.tooManySamples` beyond the limit of further buckets.
    func addDescribed(to result: inout StatisticsResult, on connection: Connection) throws {
        if isLatestOfOneRange {
            return result.buckets[0].mostRecent = try latest(on: connection)
        }
        var whole = DescribedBuckets(self)
        var separate = result.bySource.map { _ in DescribedBuckets(self) }
        let lanes = Dictionary(
            uniqueKeysWithValues: result.bySource.enumerated().map {
                ($1.source.id.number, $0)
            }
        )
        let buckets = BucketEdges(edges)
        var room = Self.furtherBucketLimit
        try forEachPage(on: connection) { page in
            for sample in page where isCounted(sample) {
                room -= query.strict.isEmpty ? furtherBuckets(of: sample, buckets) : 0
                guard room >= 0 else {
                    throw HealthStoreError.tooManySamples(limit: Self.furtherBucketLimit)
                }
                whole.add(sample)
                if let lane = lanes[sample.source] { separate[lane].add(sample) }
            }
        }
        write(whole, to: &result.buckets)
        for (lane, buckets) in separate.enumerated() {
            write(buckets, to: &result.bySource[lane].buckets)
        }
    }

    /// How many buckets a sample reaches into beyond the first.
    private func furtherBuckets(of sample: LoadedSample, _ buckets: BucketEdges) -> Int {
        guard buckets.bucketCount > 1, sample.start < sample.end else { return 0 }
        let first = buckets.bucket(at: max(sample.start, buckets.start))
        let last = buckets.bucket(at: min(sample.end, buckets.end) - 1)
        guard let first, let last else { return 0 }
        return max(0, last - first)
    }

    private func write(_ described: DescribedBuckets, to buckets: inout [BucketStatistics]) {
        for (index, bucket) in described.finish().enumerated() {
            if query.options.contains(.average) { buckets[index].average = bucket.average }
            if query.options.contains(.min) { buckets[index].min = bucket.minimum }
            if query.options.contains(.max) { buckets[index].max = bucket.maximum }
            guard query.options.contains(.mostRecent) else { continue }
            buckets[index].mostRecent = bucket.mostRecent.flatMap { latest in
                mostRecent(latest.value, latest.start, latest.end, source: latest.source)
            }
        }
    }

    private func mostRecent(
        _ value: Double,
        _ start: Int64,
        _ end: Int64,
        source: Int32
    ) -> MostRecent? {
        guard let source = ranks.sources[source] else { return nil }
        return MostRecent(
            value: value,
            start: Instant(microseconds: start),
            end: Instant(microseconds: end),
            source: source.key
        )
    }
}

extension SampleEvaluation {
    /// Whether only the latest sample of one range is left to be found, which an index does.
    private var isLatestOfOneRange: Bool {
        query.options.subtracting([.sum, .duration]) == [.mostRecent] && edges.count == 2
            && query.axis == .instant && !query.isSeparatedBySource
    }

    private func latest(on connection: Connection) throws -> MostRecent? {
        let latest = try query.latest(
            from: edges[0],
            to: edges[1],
            without: ranks.disabled,
            on: connection
        )
        return latest.flatMap { mostRecent($0.value, $0.start, $0.end, source: $0.source) }
    }
}

/// The buckets of the whole or of one source, filled sample by sample in the order of start.
private struct DescribedBuckets {
    private let edges: BucketEdges
    private let strictBucket: (LoadedSample, BucketEdges) -> Int?
    /// Fills buckets with what reaches into them, unless the options are strict.
    private var cut: DiscreteAccumulator?
    /// Fills buckets with what strict options chose for them.
    private var uncut: UncutDiscreteAccumulator?

    init(_ evaluation: SampleEvaluation) {
        let style = evaluation.query.type.aggregationStyle
        edges = BucketEdges(evaluation.edges)
        strictBucket = evaluation.strictBucket
        if evaluation.query.strict.isEmpty {
            cut = DiscreteAccumulator(edges: evaluation.edges, style: style)
        } else {
            uncut = UncutDiscreteAccumulator(bucketCount: edges.bucketCount, style: style)
        }
    }

    mutating func add(_ sample: LoadedSample) {
        let discrete = DiscreteSample(
            start: sample.start,
            end: sample.end,
            value: sample.value,
            recorded: sample.recorded,
            id: sample.id,
            source: sample.source
        )
        cut?.add(discrete)
        guard uncut != nil, let bucket = strictBucket(sample, edges) else { return }
        uncut?.add(discrete, to: bucket)
    }

    func finish() -> [DiscreteBucket] {
        cut?.finish() ?? uncut?.finish() ?? []
    }
}
