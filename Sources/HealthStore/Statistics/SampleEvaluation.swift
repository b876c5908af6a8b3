import HealthModel
import MergeEngine
import Postgres

/// A statistics query that is answered from samples, at work on a connection.
struct SampleEvaluation {
    let query: StatisticsQuery
    let ranks: SourceRanks
    let userZone: Zone
    let edges: [Int64]

    /// Samples are loaded by stretches of this length, so that memory does not grow with the range.
    private static let shortestStretch: Int64 = 31 * TotalDay.length
    /// No range is cut into more stretches than this: each is a query.
    private static let stretchLimit: Int64 = 512
    /// The most buckets of all sources together, where each is answered for itself (about 100 MB).
    private static let separateBucketLimit = 500_000
    /// How far a wall clock may lie from UTC, with room to spare: what a load on the recorded axis
    /// looks beyond its ends.
    private static let zoneReach: Int64 = TotalDay.length

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
        if query.options.contains(.sum) {
            try addSums(to: &result, on: connection)
        }
        if query.options != [.sum] {
            try addDiscrete(to: &result, on: connection)
        }
        return result
    }

    private func addSums(
        to result: inout StatisticsResult,
        on connection: Connection
    ) throws {
        var merged = BucketSums(edges: edges)
        var separate = result.bySource.map { _ in BucketSums(edges: edges) }
        let numbers = result.bySource.map { $0.source.id.number }
        try forEachStretch(on: connection) { samples, start, end in
            add(samples, from: start, to: end, to: &merged)
            guard query.isSeparatedBySource else { return }
            let bySource = Dictionary(grouping: samples, by: \.source)
            for (index, number) in numbers.enumerated() {
                guard let own = bySource[number] else { continue }
                add(own, from: start, to: end, to: &separate[index])
            }
        }
        for (index, value) in merged.values.enumerated() { result.buckets[index].sum = value }
        for (lane, sums) in separate.enumerated() {
            for (index, value) in sums.values.enumerated() {
                result.bySource[lane].buckets[index].sum = value
            }
        }
    }

    private func add(
        _ samples: [LoadedSample],
        from start: Int64,
        to end: Int64,
        to sums: inout BucketSums
    ) {
        guard !query.strict.isEmpty else {
            sums.add(
                ranks.mergeSamples(samples),
                behavior: query.type.merge,
                from: start,
                to: end
            )
            return
        }
        // Nothing is cut: the samples of a bucket are merged among themselves.
        for (bucket, chosen) in strictSelection(samples, sums) {
            let sum = Merge.uncutSum(
                of: ranks.mergeSamples(chosen),
                behavior: query.type.merge
            )
            if let sum { sums.add(sum, at: edges[bucket]) }
        }
    }

    /// Groups samples by the bucket that the strict options put them into.
    func strictSelection(
        _ samples: [LoadedSample],
        _ sums: BucketSums
    ) -> [Int: [LoadedSample]] {
        var chosen: [Int: [LoadedSample]] = [:]
        for sample in samples {
            let byStart = sums.bucket(at: sample.start)
            let byEnd = sums.bucket(at: sample.end)
            let bucket =
                switch query.strict {
                case .start: byStart
                case .end: byEnd
                default: byStart == byEnd ? byStart : nil
                }
            if let bucket { chosen[bucket, default: []].append(sample) }
        }
        return chosen
    }

    /// Loads the samples of the range stretch by stretch, placed on the query's axis and sorted.
    ///
    /// With strict options the range is one stretch: a sample taken whole may reach anywhere.
    private func forEachStretch(
        on connection: Connection,
        _ body: (_ samples: [LoadedSample], _ start: Int64, _ end: Int64) -> Void
    ) throws {
        let end = edges[edges.count - 1]
        guard query.strict.isEmpty else {
            body(try placed(from: edges[0], to: end, on: connection), edges[0], end)
            return
        }
        var start = edges[0]
        let stretch = max(Self.shortestStretch, (end - start) / Self.stretchLimit + 1)
        while start < end {
            let next = min(start + stretch, end)
            body(try placed(from: start, to: next, on: connection), start, next)
            start = next
        }
    }

    /// Loads the samples that reach into a range of the query's axis.
    func placed(
        from start: Int64,
        to end: Int64,
        on connection: Connection
    ) throws -> [LoadedSample] {
        // A sample that ends exactly at the start of the range may be chosen by `strict=end`.
        let reach: Int64 = query.strict.contains(.end) ? 1 : 0
        switch query.axis {
        case .instant:
            return try load(from: start - reach, to: end, on: connection)
        case .recorded:
            return try load(from: start - Self.zoneReach, to: end + Self.zoneReach, on: connection)
                .map { $0.placedByRecordedZone(userZone) }
                .sorted { ($0.start, $0.end, $0.id) < ($1.start, $1.end, $1.id) }
        }
    }

    /// Loads what the query's filter leaves of a range of instants.
    private func load(
        from start: Int64,
        to end: Int64,
        on connection: Connection
    ) throws -> [LoadedSample] {
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

extension LoadedSample {
    /// The sample on the wall clock of the zone it was recorded in, written as if in UTC.
    func placedByRecordedZone(_ userZone: Zone) -> LoadedSample {
        var placed = self
        (placed.start, placed.end) = WallClock.span(
            from: Instant(microseconds: start),
            offsetInSeconds: offsetInSeconds(startOffset, at: start, userZone),
            to: Instant(microseconds: end),
            offsetInSeconds: offsetInSeconds(endOffset, at: end, userZone)
        )
        return placed
    }

    private func offsetInSeconds(_ minutes: Int16?, at instant: Int64, _ userZone: Zone) -> Int {
        if let minutes { return Int(minutes) * 60 }
        return userZone.offsetInSeconds(at: Instant(microseconds: instant))
    }
}
