import HealthModel
import MergeEngine
import Postgres

extension SampleEvaluation {
    /// Computes what is asked for besides the sum: average, extremes, latest sample.
    ///
    /// Nothing is merged (rule 9): a sample counts in every bucket it reaches into.
    func addDiscrete(
        to result: inout StatisticsResult,
        on connection: Connection
    ) throws {
        let all = try placed(from: edges[0], to: edges[edges.count - 1], on: connection)
        let samples = all.filter {
            ranks.rank(source: $0.source, isUserEntered: $0.isUserEntered) != nil
        }
        try describe(samples, in: &result.buckets)
        guard query.isSeparatedBySource else { return }
        let bySource = Dictionary(grouping: samples, by: \.source)
        for lane in result.bySource.indices {
            let own = bySource[result.bySource[lane].source.id.number] ?? []
            try describe(own, in: &result.bySource[lane].buckets)
        }
    }

    private func describe(
        _ samples: [LoadedSample],
        in buckets: inout [BucketStatistics]
    ) throws {
        for (index, chosen) in try samplesByBucket(samples) {
            // What is strict was chosen already and is taken whole (rule 7).
            let window =
                query.strict.isEmpty
                ? (start: edges[index], end: edges[index + 1])
                : (start: Int64.min, end: Int64.max)
            describe(chosen, window: window, in: &buckets[index])
        }
    }

    private func describe(
        _ samples: [LoadedSample],
        window: (start: Int64, end: Int64),
        in bucket: inout BucketStatistics
    ) {
        let discrete = samples.map { sample in
            DiscreteSample(
                start: sample.start,
                end: sample.end,
                value: sample.value,
                recorded: sample.recorded,
                id: sample.id
            )
        }
        if query.options.contains(.average) {
            bucket.average = DiscreteStatistics.average(
                of: discrete,
                style: query.type.aggregationStyle,
                in: window
            )
        }
        if query.options.contains(.min) {
            bucket.min = DiscreteStatistics.minimum(of: discrete, in: window)
        }
        if query.options.contains(.max) {
            bucket.max = DiscreteStatistics.maximum(of: discrete, in: window)
        }
        if query.options.contains(.mostRecent) {
            bucket.mostRecent = DiscreteStatistics.mostRecent(of: discrete, in: window)
                .flatMap { mostRecent(samples[$0]) }
        }
    }

    private func mostRecent(_ sample: LoadedSample) -> MostRecent? {
        guard let source = ranks.sources[sample.source] else { return nil }
        return MostRecent(
            value: sample.value,
            start: Instant(microseconds: sample.start),
            end: Instant(microseconds: sample.end),
            source: source.key
        )
    }

    /// Groups samples by bucket; one that reaches into several stands in each.
    ///
    /// - Throws: `HealthStoreError.tooManySamples` where that makes more than may be loaded.
    private func samplesByBucket(_ samples: [LoadedSample]) throws -> [Int: [LoadedSample]] {
        let sums = BucketSums(edges: edges)
        guard query.strict.isEmpty else { return strictSelection(samples, sums) }
        var chosen: [Int: [LoadedSample]] = [:]
        var room = HealthStore.loadLimit
        for sample in samples {
            let first = sums.bucket(at: max(sample.start, edges[0]))
            let last = sums.bucket(
                at: min(max(sample.start, sample.end - 1), edges[edges.count - 1] - 1)
            )
            guard let first, let last, first <= last else { continue }
            room -= last - first + 1
            guard room >= 0 else {
                throw HealthStoreError.tooManySamples(limit: HealthStore.loadLimit)
            }
            for bucket in first...last { chosen[bucket, default: []].append(sample) }
        }
        return chosen
    }
}
