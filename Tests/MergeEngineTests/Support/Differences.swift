import HealthModel
import MergeEngine
import MergeOracle

/// Names what the engine and the oracle disagree on, rather than expecting each result: millions
/// of expectations are slow.
///
/// Sums by both rules and durations over the buckets between `edges`, then the segments over
/// `range`. `samples` come in any order.
func differences(
    of samples: [MergeSample],
    edges: [Int64],
    range: (start: Int64, end: Int64)
) -> [String] {
    let sorted = samples.sortedByStart
    let oracle = Oracle(samples: samples)
    return bucketDifferences(of: sorted, edges: edges, oracle)
        + segmentDifferences(of: sorted, in: range, oracle)
}

private func bucketDifferences(
    of sorted: [MergeSample],
    edges: [Int64],
    _ oracle: Oracle
) -> [String] {
    let sums = Merge.sums(of: sorted, behavior: .rate, edges: edges)
    let plain = Merge.sums(of: sorted, behavior: .sum, edges: edges)
    let durations = Merge.durations(of: sorted, edges: edges)
    var differences: [String] = []
    for index in sums.indices where edges[index] < edges[index + 1] {
        let (from, to) = (edges[index], edges[index + 1])
        if !agree(sums[index], oracle.sum(from, to)) { differences.append("sum \(index)") }
        if !agree(plain[index], oracle.plainSum(from, to)) {
            differences.append("plain sum \(index)")
        }
        if durations[index] != oracle.duration(from, to) {
            differences.append("duration \(index)")
        }
    }
    return differences
}

private func segmentDifferences(
    of sorted: [MergeSample],
    in range: (start: Int64, end: Int64),
    _ oracle: Oracle
) -> [String] {
    let segments = Merge.segments(of: sorted, behavior: .rate, in: range)
    let intervals = segments.filter { $0.start < $0.end }.map { Entry($0, sorted) }
    let impulses = segments.filter { $0.start == $0.end }.map { Entry($0, sorted) }
    var differences: [String] = []
    if intervals != oracle.intervalEntries(in: range) { differences.append("intervals") }
    if impulses != oracle.impulseEntries(in: range) { differences.append("impulses") }
    let order = segments.map { ($0.start, $0.end) }
    if !zip(order, order.dropFirst()).allSatisfy(<) { differences.append("order of segments") }
    return differences
}
