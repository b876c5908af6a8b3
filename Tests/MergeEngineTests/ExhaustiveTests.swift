import Foundation
import HealthModel
import MergeEngine
import TestSupport
import Testing

/// The merge of every small set.
///
/// All sets of four samples on four instants take a minute: without `TRIBUTARY_EXHAUSTIVE=1` only
/// one in `stride` of them is tried, others in each run.
@Suite("The engine against the oracle, on every small set", .offPool)
struct ExhaustiveTests {
    private static let isComplete =
        ProcessInfo.processInfo.environment["TRIBUTARY_EXHAUSTIVE"] != nil
    private static let stride = isComplete ? 1 : 8

    @Test("Every set of up to three samples on four instants", arguments: 1...3)
    func threeSamples(count: Int) {
        let cases = SmallCases(sampleCount: count, instants: 4)
        for number in 0..<cases.count { check(cases, number) }
    }

    @Test("Every set of four samples on three instants", arguments: 0..<4)
    func fourSamplesOnThreeInstants(part: Int) {
        let cases = SmallCases(sampleCount: 4, instants: 3)
        for number in Swift.stride(from: part, to: cases.count, by: 4) { check(cases, number) }
    }

    @Test("Sets of four samples on four instants", arguments: 0..<4)
    func fourSamples(part: Int) {
        let cases = SmallCases(sampleCount: 4, instants: 4)
        let first = Int(Seed.base % UInt64(Self.stride))
        for number in Swift.stride(from: first, to: cases.count, by: Self.stride)
        where number / Self.stride % 4 == part {
            check(cases, number)
        }
    }

    @Test("The enumeration holds what it says")
    func enumeration() {
        let cases = SmallCases(sampleCount: 4, instants: 4)
        let valid = (0..<cases.count).lazy.compactMap(cases.samples)
        // Ten spans for each sample; 27 ways to relate four, one of which needs a fourth source.
        #expect(valid.reduce(0) { count, _ in count + 1 } == 10_000 * 26)
        let distinct = Set(
            valid.prefix(20_000).map { samples in
                samples.sorted { $0.id < $1.id }
                    .map { "\($0.start) \($0.end) \($0.rank) \($0.recorded)" }
            }
        )
        #expect(distinct.count == 20_000)
    }

    private func check(_ cases: SmallCases, _ number: Int) {
        guard let samples = cases.samples(number) else { return }
        let differences = differences(of: samples, edges: [-1, 1, 2, 4], range: (1, 3))
        #expect(differences.isEmpty, "case \(number): \(samples): \(differences)")
    }
}
