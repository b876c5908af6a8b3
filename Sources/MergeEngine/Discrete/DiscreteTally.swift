import HealthModel

/// Takes the samples of one bucket, sorted by start, and keeps those of the latest start only.
///
/// These wait because what they weigh depends on the next start, and because floating-point
/// addition needs an order that is a property of the samples.
struct DiscreteTally {
    private let style: AggregationStyle
    private var window: (start: Int64, end: Int64)
    private var mean: RunningMean
    private var bucket = DiscreteBucket()
    /// The samples of the latest start, in the order they came.
    private var waiting: [DiscreteSample] = []

    /// Begins a bucket; samples are weighed by their time inside `window`.
    init(style: AggregationStyle, window: (start: Int64, end: Int64)) {
        self.style = style
        self.window = window
        mean = Self.mean(of: style)
    }

    /// Takes a sample that touches the window and whose value is finite.
    @inline(__always)
    mutating func add(_ sample: DiscreteSample) {
        if let last = waiting.last, last.start != sample.start { weigh(next: sample.start) }
        waiting.append(sample)
    }

    /// Answers what the samples come to and begins a bucket anew, in the same storage.
    mutating func finish(next window: (start: Int64, end: Int64)) -> DiscreteBucket {
        defer {
            bucket = DiscreteBucket()
            mean = Self.mean(of: style)
            self.window = window
        }
        return total()
    }

    /// Weighs the samples that wait and answers what all of them come to.
    mutating func total() -> DiscreteBucket {
        if !waiting.isEmpty { weigh(next: .max) }
        if let least = bucket.minimum, let greatest = bucket.maximum {
            bucket.average = mean.mean(within: least...greatest)
        }
        return bucket
    }

    /// Counts the samples that wait, now that the start after theirs is known.
    private mutating func weigh(next: Int64) {
        if waiting.count > 1 { waiting.sort { $0.isAddedBefore($1) } }
        // Sorted by end, too: the last one ends latest.
        let (first, last) = (waiting[0], waiting[waiting.count - 1])
        let weight =
            isWeighted
            ? TimeWeights.time(from: first.start, to: last.end, next: next, in: window)
                / Double(waiting.count)
            : 1
        var (least, greatest) = (bucket.minimum ?? first.value, bucket.maximum ?? first.value)
        var latest = first
        for sample in waiting {
            mean.add(sample.value, weight: weight)
            least = min(least, sample.value)
            greatest = max(greatest, sample.value)
            if latest.isEarlier(than: sample) { latest = sample }
        }
        (bucket.minimum, bucket.maximum, bucket.mostRecent) = (least, greatest, latest)
        waiting.removeAll(keepingCapacity: true)
    }

    private var isWeighted: Bool {
        style == .discreteTemporallyWeighted || style == .discreteEquivalentContinuousLevel
    }

    private static func mean(of style: AggregationStyle) -> RunningMean {
        RunningMean(isLevel: style == .discreteEquivalentContinuousLevel)
    }
}
