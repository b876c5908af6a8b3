import HealthModel
import MergeEngine
import TestSupport
import Testing

@Suite("Durations", .offPool)
struct DurationTests {
    private func durations(_ samples: [MergeSample], _ edges: [Int64]) -> [Int64?] {
        Merge.durations(of: samples.sortedByStart, edges: edges)
    }

    @Test("The ranking decides who is named, never how long the union is")
    func ranksDoNotMatter() {
        for number in RandomCase.numbers {
            var random = RandomCase(number)
            let reranked = random.samples.map { sample in
                var sample = sample
                sample.rank = Int32.random(in: 0..<4, using: &random.generator)
                sample.recorded = Int64.random(in: 0..<3, using: &random.generator)
                return sample
            }
            #expect(
                durations(reranked, random.edges) == durations(random.samples, random.edges),
                "\(random.label)"
            )
        }
    }

    @Test("The buckets of a partition add up to the whole, to the microsecond")
    func partitionAddsUp() {
        for number in RandomCase.numbers {
            let random = RandomCase(number)
            let ends = [random.edges[0], random.edges[random.edges.count - 1]]
            let parts = durations(random.samples, random.edges).compactMap { $0 }
            let total = parts.isEmpty ? nil : parts.reduce(0, +)
            #expect(total == durations(random.samples, ends)[0], "\(random.label)")
        }
    }

    /// So an explanation of a category type needs no sweep of its own.
    @Test("Where each value is its length in seconds, contributions add up to the duration")
    func lengthsAsValues() {
        for number in RandomCase.numbers {
            let random = RandomCase(number)
            let lengths = random.samples.map { sample in
                var sample = sample
                sample.value = Double(sample.end - sample.start) / 1e6
                return sample
            }
            .sortedByStart
            let range = (start: random.edges[0], end: random.edges[random.edges.count - 1])
            let segments = Merge.segments(of: lengths, behavior: .rate, in: range)
            let seconds = durations(random.samples, [range.start, range.end])[0]
                .map { Double($0) / 1e6 }
            let sum = segments.isEmpty ? nil : segments.map(\.contribution).reduce(0, +)
            #expect(agree(sum, seconds), "\(random.label)")
            let sums = Merge.sums(of: lengths, behavior: .rate, edges: random.edges)
            let buckets = durations(random.samples, random.edges).map {
                $0.map { Double($0) / 1e6 }
            }
            #expect(zip(sums, buckets).allSatisfy(agree), "\(random.label)")
        }
    }

    @Test("A source that is switched off adds no time, and hides none")
    func switchedOffSource() {
        let sources = ["watch", "phone"].map { SourceIdentity(bundleIdentifier: $0) }
        let nights = [sample(0, 80, rank: 0, id: 1), sample(60, 100, rank: 1, id: 2)]
        func duration(disabled: Set<Int>) -> Int64? {
            let ranking = SourceRanking(sources: sources, order: [0, 1], disabled: disabled)
            let ranked = nights.compactMap { night in
                // The rank stands for the source here.
                ranking.rank(ofSource: Int(night.rank), isUserEntered: false).map { rank in
                    var night = night
                    night.rank = rank
                    return night
                }
            }
            return durations(ranked, [0, 200])[0]
        }
        #expect(duration(disabled: []) == 100)
        #expect(duration(disabled: [0]) == 40)
        #expect(duration(disabled: [1]) == 80)
        #expect(duration(disabled: [0, 1]) == nil)
    }
}
