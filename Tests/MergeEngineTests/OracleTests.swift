import HealthModel
import MergeEngine
import MergeOracle
import TestSupport
import Testing

@Suite("The engine against the oracle", .offPool)
struct OracleTests {
    @Test("Random sets with random buckets")
    func randomCases() {
        for number in RandomCase.numbers {
            let random = RandomCase(number)
            let range = (start: random.edges[0], end: random.edges[random.edges.count - 1])
            let differences = differences(
                of: random.samples,
                edges: random.edges,
                range: range
            )
            #expect(differences.isEmpty, "\(random.label): \(differences)")
        }
    }

    @Test("Random crowds, of which few still cover")
    func crowds() {
        for number in 0..<max(20, RandomCase.numbers.count / 100) {
            let random = RandomCase(number, isCrowd: true)
            let sums = Merge.sums(
                of: random.samples.sortedByStart,
                behavior: .rate,
                edges: random.edges
            )
            let oracle = Oracle(samples: random.samples)
            let ranges = Array(zip(random.edges, random.edges.dropFirst()))
            let isSame = zip(sums, ranges).allSatisfy { sum, range in
                range.0 == range.1 || agree(sum, oracle.sum(range.0, range.1))
            }
            #expect(isSame, "\(random.label)")
        }
    }

    @Test("Strictly selected sets, merged whole")
    func uncutSums() {
        for number in RandomCase.numbers {
            let random = RandomCase(number)
            let sum = Merge.uncutSum(of: random.samples.sortedByStart, behavior: .rate)
            let expected = Oracle(samples: random.samples).sum(.min / 4, .max / 4)
            #expect(agree(sum, expected), "\(random.label)")
        }
    }
}
