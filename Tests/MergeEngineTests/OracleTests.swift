import HealthModel
import MergeEngine
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
