import HealthModel
import TestSupport
import Testing

@testable import MergeEngine

@Suite("The explanation of a merge", .offPool)
struct ExplanationTests {
    @Test("Contributions add up to the total", arguments: [MergeBehavior.rate, .sum])
    func explanationAddsUp(behavior: MergeBehavior) {
        for number in RandomCase.numbers {
            let random = RandomCase(number)
            let samples = random.samples.sortedByStart
            let range = (start: random.edges[0], end: random.edges[random.edges.count - 1])
            let segments = Merge.segments(of: samples, behavior: behavior, in: range)
            let total = Merge.sums(
                of: samples,
                behavior: behavior,
                edges: [range.start, range.end]
            )[0]
            let parts = segments.map(\.contribution)
            #expect(agree(parts.isEmpty ? nil : parts.reduce(0, +), total), "\(random.label)")
        }
    }

    @Test("Rule 6: the explanation does not depend on the order of arrival")
    func orderDoesNotMatter() {
        for number in RandomCase.numbers {
            var random = RandomCase(number)
            func entries(_ samples: [MergeSample], _ behavior: MergeBehavior) -> [Entry] {
                let samples = samples.sortedByStart
                return Merge.segments(of: samples, behavior: behavior, in: (5, 30))
                    .map { Entry($0, samples, isSorted: false) }
            }
            let arrivals = [random.samples, random.shuffled()]
            for behavior in [MergeBehavior.rate, .sum] {
                let results = arrivals.map { entries($0, behavior) }
                #expect(results[0] == results[1], "\(random.label)")
            }
        }
    }

    @Test("Each way of losing has its reason")
    func reasons() {
        let samples = [
            sample(0, 10, rank: 1, recorded: 5, id: 4),
            sample(0, 10, rank: 1, recorded: 5, id: 3),
            sample(0, 9, rank: 1, recorded: 5, id: 9),
            sample(0, 20, rank: 1, recorded: 4, id: 9),
            sample(0, 20, rank: 2, recorded: 9, id: 9),
            sample(4, 4, rank: 2, id: 9),
        ]
        let segments = Merge.segments(of: samples, behavior: .rate, in: (0, 9))
        #expect(segments.count == 1)
        #expect(segments.first?.winner == 0)
        #expect(segments.first?.hidden.map(\.sample) == [1, 2, 3, 4, 5])
        #expect(
            segments.first?.hidden.map(\.reason.rawValue) == [
                "greaterIdentifier", "endsLater", "recordedLater", "betterSource",
                "betterSourceCovers",
            ]
        )
    }

    @Test("An impulse that counts is a segment of no length, and does not cut the interval")
    func impulseIsSegmentWithoutLength() {
        let samples = [
            sample(0, 10, 50, rank: 0, id: 1), sample(5, 5, 2, rank: 0, id: 2),
            sample(5, 5, 3, rank: 1, id: 3),
        ]
        let segments = Merge.segments(of: samples, behavior: .rate, in: (0, 10))
        let impulse = HiddenSample(sample: 2, reason: .betterSource)
        #expect(
            segments == [
                MergeSegment(start: 0, end: 10, winner: 0, contribution: 50, hidden: []),
                MergeSegment(start: 5, end: 5, winner: 1, contribution: 2, hidden: [impulse]),
            ]
        )
    }

    @Test("Times that nobody covers have no segment")
    func gapsHaveNoSegment() {
        let samples = [sample(0, 2, 2), sample(5, 6, 1, id: 1)]
        let segments = Merge.segments(of: samples, behavior: .rate, in: (0, 10))
        #expect(segments.map(\.start) == [0, 5])
        #expect(segments.map(\.end) == [2, 6])
    }

    @Test("With the sum rule every sample has its own segment and nothing is hidden")
    func sumHidesNothing() {
        let samples = [sample(0, 10, 10, rank: 1), sample(4, 4, 1, id: 1), sample(4, 8, 4, id: 2)]
        let segments = Merge.segments(of: samples, behavior: .sum, in: (2, 6))
        #expect(segments.map(\.winner) == [0, 1, 2])
        #expect(segments.map(\.contribution) == [4, 1, 2])
        #expect(segments.allSatisfy { $0.hidden.isEmpty })
    }

    @Test("A long winner over many disjoint short samples is explained piece by piece")
    func longWinnerOverManyShortOnes() {
        let count: Int64 = 20_000
        let long = sample(0, 2 * count, 5, rank: 0, id: 1)
        let short = (0..<count).map { sample(2 * $0, 2 * $0 + 1, 1, rank: 1, id: Int($0) + 2) }
        let all = ([long] + short).sortedByStart
        let segments = Merge.segments(of: all, behavior: .rate, in: (0, 2 * count))
        #expect(segments.count == Int(2 * count))
        #expect(segments.filter { $0.hidden.count == 1 }.count == Int(count))
    }
}
