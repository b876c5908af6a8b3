import HealthModel
import MergeEngine

/// What a merge gives for each bucket: the sum, the time covered, or both; whichever is asked for.
struct MergedFigures {
    private let behavior: MergeBehavior
    private let edges: BucketEdges
    private var sums: BucketSums?
    /// Microseconds a bucket; nil where no sample touched it.
    private var durations: [Int64?]?

    /// Starts with no data in any bucket.
    init(_ query: StatisticsQuery, edges: [Int64]) {
        behavior = query.type.merge
        self.edges = BucketEdges(edges)
        if query.options.contains(.sum) { sums = BucketSums(edges: edges) }
        if query.options.contains(.duration) {
            durations = Array(repeating: nil, count: edges.count - 1)
        }
    }

    /// Merges samples inside a window; windows do not overlap.
    mutating func add(_ samples: [MergeSample], from start: Int64, to end: Int64) {
        sums?.add(samples, behavior: behavior, from: start, to: end)
        guard durations != nil, start < end else { return }
        let cuts = edges.cuts(from: start, to: end)
        for (index, part) in Merge.durations(of: samples, edges: cuts).enumerated() {
            if let part { add(duration: part, at: cuts[index]) }
        }
    }

    /// Merges the samples that a strict query puts into one bucket, which are not cut (rule 7).
    mutating func add(uncut samples: [MergeSample], to bucket: Int) {
        if sums != nil, let sum = Merge.uncutSum(of: samples, behavior: behavior) {
            sums?.add(sum, at: edges[bucket])
        }
        if durations != nil, let time = Merge.uncutDuration(of: samples) {
            add(duration: time, at: edges[bucket])
        }
    }

    /// Writes the figures down; there are as many buckets as edges leave.
    func write(to buckets: inout [BucketStatistics]) {
        for (index, value) in (sums?.values ?? []).enumerated() { buckets[index].sum = value }
        for (index, value) in (durations ?? []).enumerated() {
            buckets[index].durationInMicroseconds = value
        }
    }

    private mutating func add(duration: Int64, at instant: Int64) {
        guard let bucket = edges.bucket(at: instant) else { return }
        let known = durations?[bucket] ?? 0
        durations?[bucket] = known + duration
    }
}

extension Merge {
    /// Measures the union of samples that are not cut, in microseconds; nil when there are none.
    static func uncutDuration(of samples: [MergeSample]) -> Int64? {
        durations(of: samples, edges: [.min, .max])[0]
    }
}
