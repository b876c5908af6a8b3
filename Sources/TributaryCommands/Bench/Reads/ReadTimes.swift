/// The times of one kind of read: of each repetition the median and the slowest of a hundred.
struct ReadTimes: Sendable {
    /// Microseconds that half of the reads took at most.
    private(set) var halves: [Double] = []
    /// Microseconds that 99 of 100 took at most.
    private(set) var slowest: [Double] = []

    /// Adds a repetition, of seconds.
    mutating func append(_ seconds: [Double]) {
        halves.append(seconds.median * 1e6)
        slowest.append(seconds.percentile(99) * 1e6)
    }

    /// What the report says of them, beside the bare round trip.
    func figures(_ name: String, over bare: ReadTimes) -> [BenchFigure] {
        [
            BenchFigure("\(name), p50", halves, "us", over: "bare round trip", bare.halves),
            BenchFigure("\(name), p99", slowest, "us", over: "bare round trip", bare.slowest),
        ]
    }

    /// What the report says of the yardstick itself.
    func figures(_ name: String) -> [BenchFigure] {
        [
            BenchFigure("\(name), p50", halves, "us"), BenchFigure("\(name), p99", slowest, "us"),
        ]
    }
}
