import HealthModel
import MergeEngine
import Postgres

/// The figures of the whole and of each source by itself.
private struct MergedLanes {
    private var whole: MergedFigures
    private var separate: [MergedFigures]
    /// The numbers of the sources, in the order of the lanes.
    private let numbers: [Int32]
    private let ranks: SourceRanks

    init(_ evaluation: SampleEvaluation, _ result: StatisticsResult) {
        whole = MergedFigures(evaluation.query, edges: evaluation.edges)
        numbers = result.bySource.map { $0.source.id.number }
        separate = numbers.map { _ in
            MergedFigures(evaluation.query, edges: evaluation.edges)
        }
        ranks = evaluation.ranks
    }

    /// Hands the samples to each lane as the engine takes them.
    mutating func add(
        _ samples: [LoadedSample],
        _ body: (inout MergedFigures, [MergeSample]) -> Void
    ) {
        body(&whole, ranks.mergeSamples(samples))
        guard !numbers.isEmpty else { return }
        let bySource = Dictionary(grouping: samples, by: \.source)
        for (lane, number) in numbers.enumerated() {
            if let own = bySource[number] { body(&separate[lane], ranks.mergeSamples(own)) }
        }
    }

    func write(to result: inout StatisticsResult) {
        whole.write(to: &result.buckets)
        for (lane, figures) in separate.enumerated() {
            figures.write(to: &result.bySource[lane].buckets)
        }
    }
}

extension SampleEvaluation {
    /// Samples are loaded by stretches of this length, so that memory does not grow with the range.
    private static let longestStretch: Int64 = 31 * TotalDay.length
    /// No range is cut into more stretches than this at first: each is a query.
    private static let stretchLimit: Int64 = 512
    /// A stretch of up to this length is not cut any further.
    private static let shortestStretch: Int64 = 3_600_000_000

    /// Merges samples and adds up what counts: sums, durations.
    func addMerged(to result: inout StatisticsResult, on connection: Connection) throws {
        var lanes = MergedLanes(self, result)
        if query.strict.isEmpty {
            try mergeCut(into: &lanes, on: connection)
        } else {
            try mergeWhole(into: &lanes, on: connection)
        }
        lanes.write(to: &result)
    }

    /// Merges stretch by stretch, which is right because the merge is local in time (rule 3).
    private func mergeCut(into lanes: inout MergedLanes, on connection: Connection) throws {
        let end = edges[edges.count - 1]
        var start = edges[0]
        let stretch = max(Self.longestStretch, (end - start) / Self.stretchLimit + 1)
        while start < end {
            let next = min(start + stretch, end)
            try mergeCut(from: start, to: next, into: &lanes, on: connection)
            start = next
        }
    }

    /// Merges a stretch; one with more samples than a load may hold in two halves.
    ///
    /// - Throws: `HealthStoreError.tooManySamples` when less than an hour has too many.
    private func mergeCut(
        from start: Int64,
        to end: Int64,
        into lanes: inout MergedLanes,
        on connection: Connection
    ) throws {
        let samples: [LoadedSample]
        do {
            samples = try placed(from: start, to: end, on: connection)
        } catch HealthStoreError.tooManySamples where end - start > Self.shortestStretch {
            let middle = start + (end - start) / 2
            try mergeCut(from: start, to: middle, into: &lanes, on: connection)
            return try mergeCut(from: middle, to: end, into: &lanes, on: connection)
        }
        lanes.add(samples) { $0.add($1, from: start, to: end) }
    }

    /// Merges bucket by bucket, each as soon as no sample can come that belongs to it.
    ///
    /// - Throws: `HealthStoreError.tooManySamples` where the buckets that are open at once have
    ///   more samples than a load may hold.
    private func mergeWhole(into lanes: inout MergedLanes, on connection: Connection) throws {
        let buckets = BucketEdges(edges)
        var open: [Int: [LoadedSample]] = [:]
        try forEachPage(on: connection) { page in
            for sample in page {
                guard let bucket = strictBucket(of: sample, buckets) else { continue }
                open[bucket, default: []].append(sample)
            }
            // Whatever comes later neither starts nor ends before the latest start.
            guard let latest = page.last?.start else { return }
            for bucket in open.keys.sorted() where buckets[bucket + 1] <= latest {
                lanes.add(open.removeValue(forKey: bucket) ?? []) { $0.add(uncut: $1, to: bucket) }
            }
            guard open.values.reduce(0, { $0 + $1.count }) <= HealthStore.loadLimit else {
                throw HealthStoreError.tooManySamples(limit: HealthStore.loadLimit)
            }
        }
        for bucket in open.keys.sorted() {
            lanes.add(open[bucket] ?? []) { $0.add(uncut: $1, to: bucket) }
        }
    }
}
