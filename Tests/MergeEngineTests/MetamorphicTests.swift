import HealthModel
import MergeEngine
import TestSupport
import Testing

/// What a change of the samples does to the result, known without an oracle.
@Suite("What changes the merge, and what does not", .offPool)
struct MetamorphicTests {
    private static let behaviors = [MergeBehavior.rate, .sum]

    private func sums(
        _ random: RandomCase,
        _ behavior: MergeBehavior,
        _ change: (MergeSample) -> MergeSample = { $0 }
    ) -> [Double?] {
        sums(random.samples.map(change), random.edges, behavior)
    }

    private func sums(
        _ samples: [MergeSample],
        _ edges: [Int64],
        _ behavior: MergeBehavior
    ) -> [Double?] {
        Merge.sums(of: samples.sortedByStart, behavior: behavior, edges: edges)
    }

    @Test("A shift in time shifts the merge and changes no bit", arguments: behaviors)
    func shiftInTime(behavior: MergeBehavior) {
        for number in RandomCase.numbers {
            var random = RandomCase(number)
            let offset = Int64.random(
                in: -60_000_000_000_000_000...250_000_000_000_000_000,
                using: &random.generator
            )
            let shifted = random.samples.map { $0.shifted(by: offset) }
            let edges = random.edges.map { $0 + offset }
            let result = bits(sums(shifted, edges, behavior))
            #expect(result == bits(sums(random, behavior)), "\(random.label)")
            #expect(
                Merge.durations(of: shifted.sortedByStart, edges: edges)
                    == Merge.durations(of: random.samples.sortedByStart, edges: random.edges),
                "\(random.label)"
            )
        }
    }

    @Test(
        "A scale of the values scales the sums: by a power of two to the bit",
        arguments: behaviors
    )
    func scaleOfValues(behavior: MergeBehavior) {
        for number in RandomCase.numbers {
            var random = RandomCase(number)
            let plain = sums(random, behavior)
            let power = 0x1p-40
            #expect(
                bits(sums(random, behavior) { $0.scaled(by: power) })
                    == bits(plain.map { $0.map { $0 * power } }),
                "\(random.label)"
            )
            let factor = Double.random(in: 0..<1e6, using: &random.generator)
            let scaled = sums(random, behavior) { $0.scaled(by: factor) }
            #expect(
                zip(scaled, plain).allSatisfy { agree($0, $1.map { $0 * factor }) },
                "\(random.label)"
            )
        }
    }

    // Where samples of one source were recorded at the same time the later end counts, and a part
    // ends before the whole does. So it is a law for a sample that no other of its source and
    // recorded time overlaps; which identifiers the parts have does not matter.
    @Test("A sample split into touching parts of its rate adds the same", arguments: behaviors)
    func splitOfSample(behavior: MergeBehavior) {
        var splits = 0
        for number in RandomCase.numbers {
            var random = RandomCase(number)
            guard let index = random.splittableSample(behavior) else { continue }
            splits += 1
            var samples = random.samples
            samples += samples.remove(at: index).parts(using: &random.generator)
            let result = sums(samples, random.edges, behavior)
            #expect(zip(result, sums(random, behavior)).allSatisfy(agree), "\(random.label)")
            #expect(
                Merge.durations(of: samples.sortedByStart, edges: random.edges)
                    == Merge.durations(of: random.samples.sortedByStart, edges: random.edges),
                "\(random.label)"
            )
        }
        #expect(splits > RandomCase.numbers.count / 4)
    }

    @Test("A sample inside one of a better source changes no bit of a sum")
    func hiddenSample() {
        for number in RandomCase.numbers {
            var random = RandomCase(number)
            let intervals = random.samples.filter { $0.start < $0.end }
            guard let cover = intervals.randomElement(using: &random.generator) else { continue }
            let samples = random.samples + [random.sample(hiddenBy: cover)]
            #expect(
                bits(sums(samples, random.edges, .rate)) == bits(sums(random, .rate)),
                "\(random.label)"
            )
        }
    }

    @Test("Only the order of ranks and of recorded times matters, not their size")
    func orderOfRanks() {
        for number in RandomCase.numbers {
            let random = RandomCase(number)
            let stretched = sums(random, .rate) { sample in
                var sample = sample
                sample.rank = sample.rank * 1000 - 7
                sample.recorded = sample.recorded * 1_000_000_000 - 5
                return sample
            }
            #expect(bits(stretched) == bits(sums(random, .rate)), "\(random.label)")
        }
    }

    @Test("Rule 6: a repeated sample changes no bit where sources are merged")
    func repeatedSamples() {
        for number in RandomCase.numbers {
            var random = RandomCase(number)
            let repeats = random.shuffled().prefix(7)
            let result = sums(random.samples + repeats + repeats, random.edges, .rate)
            #expect(bits(result) == bits(sums(random, .rate)), "\(random.label)")
        }
    }

    @Test("Rule 8: a second sample of the same content is a second intake")
    func repeatedIntakes() {
        for number in RandomCase.numbers {
            let random = RandomCase(number)
            let twice = sums(random.samples + random.samples, random.edges, .sum)
            let doubled = sums(random, .sum).map { $0.map { 2 * $0 } }
            #expect(zip(twice, doubled).allSatisfy(agree), "\(random.label)")
        }
    }
}
