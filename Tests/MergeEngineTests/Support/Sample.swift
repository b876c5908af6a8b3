import HealthModel
import MergeEngine

/// Makes a sample from what a test is about; identifiers are small numbers.
func sample(
    _ start: Int64,
    _ end: Int64,
    _ value: Double = 1,
    rank: Int32 = 0,
    recorded: Int64 = 0,
    id: Int = 0
) -> MergeSample {
    MergeSample(
        start: start,
        end: end,
        value: value,
        recorded: recorded,
        id: SampleID(bits: UInt128(id)),
        rank: rank
    )
}

/// Sums over one range, with the rate rule.
func sum(_ samples: [MergeSample], _ start: Int64, _ end: Int64) -> Double? {
    Merge.sums(of: samples.sortedByStart, behavior: .rate, edges: [start, end])[0]
}

extension [MergeSample] {
    /// The samples as the engine wants them; ties keep the order they have.
    var sortedByStart: [MergeSample] {
        enumerated()
            .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
            .map(\.element)
    }
}

/// Whether two results agree to one part in a thousand million.
func agree(_ left: Double?, _ right: Double?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return abs(left - right) <= 1e-9 * max(1, abs(left), abs(right))
}

/// The bits of each result, so that equal means identical.
func bits(_ results: [Double?]) -> [UInt64?] {
    results.map { $0?.bitPattern }
}
