/// The edges of buckets, which ascend and are at least two.
struct BucketEdges {
    private let edges: [Int64]

    init(_ edges: [Int64]) {
        self.edges = edges
    }

    /// The number of buckets.
    var bucketCount: Int { edges.count - 1 }

    /// The start of the first bucket.
    var start: Int64 { edges[0] }

    /// The end of the last bucket.
    var end: Int64 { edges[edges.count - 1] }

    /// The edge at the start of a bucket, or at the end of the one before it.
    subscript(index: Int) -> Int64 { edges[index] }

    /// The bucket that holds an instant, by binary search; nil outside of all.
    func bucket(at instant: Int64) -> Int? {
        guard instant >= start, instant < end else { return nil }
        return firstIndex { $0 > instant } - 1
    }

    /// A window's ends and the edges between them: what cuts the window into parts of buckets.
    func cuts(from start: Int64, to end: Int64) -> [Int64] {
        let first = firstIndex { $0 > start }
        return [start] + edges[first..<max(first, firstIndex { $0 >= end })] + [end]
    }

    private func firstIndex(where isBeyond: (Int64) -> Bool) -> Int {
        var low = 0
        var high = edges.count
        while low < high {
            let middle = (low + high) / 2
            if isBeyond(edges[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
