/// What is known of one bucket: it starts untouched and takes pieces of samples.
protocol BucketEntry {
    /// Makes the entry of a bucket that no sample has touched.
    init()

    /// Takes the piece `[from, to)` of an interval that counts there.
    mutating func add(_ sample: MergeSample, from: Int64, to: Int64)

    /// Takes an impulse that counts.
    mutating func add(impulse sample: MergeSample)
}

/// The sum over a bucket.
struct SumEntry: BucketEntry {
    private var sum = CompensatedSum()
    private var isTouched = false

    /// The total, or nil where no sample touched the bucket.
    var total: Double? { isTouched ? sum.total : nil }

    @inline(__always)
    mutating func add(_ sample: MergeSample, from: Int64, to: Int64) {
        sum.add(sample.share(from: from, to: to))
        isTouched = true
    }

    @inline(__always)
    mutating func add(impulse sample: MergeSample) {
        sum.add(sample.value)
        isTouched = true
    }
}

/// The time covered within a bucket.
struct DurationEntry: BucketEntry {
    /// Microseconds covered, or nil where no sample touched the bucket.
    private(set) var covered: Int64?

    @inline(__always)
    mutating func add(_ sample: MergeSample, from: Int64, to: Int64) {
        covered = (covered ?? 0) + (to - from)
    }

    @inline(__always)
    mutating func add(impulse sample: MergeSample) {
        covered = covered ?? 0
    }
}
