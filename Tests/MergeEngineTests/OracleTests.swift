import HealthModel
import MergeEngine
import TestSupport
import Testing

@Suite("The engine against the oracle", .offPool)
struct OracleTests {
    @Test("Every set of up to three samples on four instants")
    func allSmallCases() {
        let kinds = SmallCases.kinds
        for (first, one) in kinds.enumerated() {
            check([one])
            for (second, two) in kinds.enumerated().dropFirst(first) {
                check([one, two])
                for three in kinds.dropFirst(second) { check([one, two, three]) }
            }
        }
    }

    @Test("3000 random sets with random buckets")
    func randomCases() {
        for number in 0..<3000 {
            let random = RandomCase(number)
            let differences = differences(of: random.samples, edges: random.edges)
            #expect(differences.isEmpty, "\(random.label): \(differences)")
        }
    }

    /// Checks a set under both ways of giving out identifiers.
    private func check(_ kinds: [MergeSample]) {
        for isReversed in [false, true] {
            let samples = kinds.enumerated().map { index, kind in
                var sample = kind
                sample.id = SampleID(bits: UInt128(isReversed ? 9 - index : index))
                sample.value = Double(3 * index * index + 1)
                return sample
            }
            let differences = differences(of: samples, edges: [0, 1, 3])
            #expect(differences.isEmpty, "\(samples): \(differences)")
        }
    }

    /// Names what disagrees, rather than expecting each: millions of expectations are slow.
    private func differences(of samples: [MergeSample], edges: [Int64]) -> [String] {
        let oracle = Oracle(samples: samples)
        let sorted = samples.sortedByStart
        let buckets = Array(zip(edges, edges.dropFirst()))
        let sums = Merge.sums(of: sorted, behavior: .rate, edges: edges)
        let plain = Merge.sums(of: sorted, behavior: .sum, edges: edges)
        let durations = Merge.durations(of: sorted, edges: edges)
        var differences: [String] = []
        for (index, (from, to)) in buckets.enumerated() where from < to {
            if !agree(sums[index], oracle.sum(from, to)) { differences.append("sum \(index)") }
            if !agree(plain[index], oracle.plainSum(from, to)) {
                differences.append("plain sum \(index)")
            }
            if durations[index] != oracle.duration(from, to) {
                differences.append("duration \(index)")
            }
        }
        if !agree(
            Merge.uncutSum(of: sorted, behavior: .rate),
            oracle.sum(.min / 4, .max / 4)
        ) {
            differences.append("uncut sum")
        }
        return differences
    }
}

/// The samples that small cases are made of.
enum SmallCases {
    /// Every span on four instants, impulses among them, in two ranks and two recorded times.
    static let kinds: [MergeSample] = {
        var kinds: [MergeSample] = []
        for start in Int64(0)..<4 {
            for end in start..<4 {
                for rank in Int32(0)..<2 {
                    kinds += (0..<2).map { sample(start, end, rank: rank, recorded: $0) }
                }
            }
        }
        return kinds
    }()
}
