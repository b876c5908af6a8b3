import HealthModel
import MergeEngine

/// Sums per bucket, added to piece by piece in any order of pieces.
struct BucketSums {
    private let edges: BucketEdges
    private var sums: [CompensatedSum?]
    /// The bucket that was added to last: pieces mostly come in the order of time.
    private var latest = 0

    /// Starts with no data in any bucket.
    init(edges: [Int64]) {
        self.edges = BucketEdges(edges)
        sums = Array(repeating: nil, count: edges.count - 1)
    }

    /// One entry a bucket; nil where nothing was added.
    var values: [Double?] { sums.map { $0?.total } }

    /// The sums as statistics.
    var buckets: [BucketStatistics] {
        values.map { sum in
            var bucket = BucketStatistics()
            bucket.sum = sum
            return bucket
        }
    }

    /// Adds to the bucket that holds an instant; an instant outside of all is ignored.
    mutating func add(_ sum: Double, at instant: Int64) {
        if instant < edges[latest] || instant >= edges[latest + 1] {
            guard let bucket = edges.bucket(at: instant) else { return }
            latest = bucket
        }
        sums[latest, default: CompensatedSum()].add(sum)
    }

    /// Adds sums of hours as they are kept, the first of which begins at an instant.
    ///
    /// An hour is added to the bucket that holds its start; what lies outside of all is ignored.
    mutating func add(hours: UnsafeRawBufferPointer, from start: Int64) {
        let count = HourBlock.count(of: hours)
        func index(at instant: Int64) -> Int {
            let hours = (instant - start + TotalDay.hour - 1).quotientRoundedDown(by: TotalDay.hour)
            return Int(min(max(0, hours), Int64(count)))
        }
        var next = index(at: edges.start)
        let end = index(at: edges.end)
        while next < end {
            guard let bucket = edges.bucket(at: start + Int64(next) * TotalDay.hour) else { return }
            let stop = index(at: edges[bucket + 1])
            var sum = sums[bucket] ?? CompensatedSum()
            var hasData = sums[bucket] != nil
            for hour in next..<stop {
                let value = HourBlock.value(hour, of: hours)
                guard !value.isNaN else { continue }
                sum.add(value)
                hasData = true
            }
            if hasData { sums[bucket] = sum }
            next = stop
        }
    }

    /// Merges samples inside a window and adds what each bucket gets of it.
    mutating func add(
        _ samples: [MergeSample],
        behavior: MergeBehavior,
        from start: Int64,
        to end: Int64
    ) {
        guard start < end else { return }
        let cuts = edges.cuts(from: start, to: end)
        let parts = Merge.sums(of: samples, behavior: behavior, edges: cuts)
        for (index, part) in parts.enumerated() {
            if let part { add(part, at: cuts[index]) }
        }
    }
}

extension Array where Element == CompensatedSum? {
    /// The sum at an index, begun when it is nil.
    fileprivate subscript(index: Int, default start: CompensatedSum) -> CompensatedSum {
        get { self[index] ?? start }
        set { self[index] = newValue }
    }
}
