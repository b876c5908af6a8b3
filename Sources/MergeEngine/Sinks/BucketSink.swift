/// Cuts what counts at bucket edges and adds each piece to its bucket (rule 7).
///
/// A hidden impulse needs no entry: the interval that hides it covers its instant and so touches
/// the same bucket. Edges ascend; the last edge belongs to no bucket, nor does an empty one.
///
/// - Complexity: one step for each piece and each edge passed.
struct BucketSink<Entry: BucketEntry>: MergeSink {
    private let samples: UnsafeBufferPointer<MergeSample>
    private let edges: UnsafeBufferPointer<Int64>
    private let entries: UnsafeMutableBufferPointer<Entry>
    private let window: (start: Int64, end: Int64)
    /// The bucket of the latest run's start; starts never go back.
    private var bucket = 0
    /// The bucket of the latest impulse, which may lie behind or ahead of the runs.
    private var impulseBucket = 0

    /// Prepares to fill `entries`, one for each pair of neighbouring `edges`.
    init(
        samples: UnsafeBufferPointer<MergeSample>,
        edges: UnsafeBufferPointer<Int64>,
        entries: UnsafeMutableBufferPointer<Entry>
    ) {
        self.samples = samples
        self.edges = edges
        self.entries = entries
        window = (edges[0], edges[edges.count - 1])
    }

    func meet(_ sample: Int) {}

    func hideImpulse(_ sample: Int, behind winner: Int) {}

    @inline(__always)
    mutating func count(_ sample: Int, from: Int64, to: Int64) {
        let (start, end) = (max(from, window.start), min(to, window.end))
        guard start < end else { return }
        while edges[bucket + 1] <= start { bucket += 1 }
        if end <= edges[bucket + 1] {
            entries[bucket].add(samples[sample], from: start, to: end)
        } else {
            spread(sample, from: start, to: end)
        }
    }

    /// Adds a run that reaches over the end of its first bucket.
    private mutating func spread(_ sample: Int, from start: Int64, to end: Int64) {
        var (index, from) = (bucket, start)
        while from < end {
            let to = min(end, edges[index + 1])
            if from < to { entries[index].add(samples[sample], from: from, to: to) }
            from = to
            index += 1
        }
    }

    @inline(__always)
    mutating func countImpulse(_ sample: Int) {
        let instant = samples[sample].start
        while edges[impulseBucket + 1] <= instant { impulseBucket += 1 }
        entries[impulseBucket].add(impulse: samples[sample])
    }
}
