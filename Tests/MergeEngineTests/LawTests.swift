import HealthModel
import MergeEngine
import TestSupport
import Testing

@Suite("The laws of the merge", .offPool)
struct LawTests {
    @Test(
        "Rule 6: any order of arrival gives the same bits",
        arguments: [MergeBehavior.rate, .sum]
    )
    func orderDoesNotMatter(behavior: MergeBehavior) {
        for number in RandomCase.numbers {
            var random = RandomCase(number)
            func results(_ samples: [MergeSample]) -> [UInt64?] {
                bits(Merge.sums(of: samples, behavior: behavior, edges: random.edges))
            }
            let first = results(random.samples.sortedByStart)
            for _ in 0..<3 {
                let again = results(random.shuffled().sortedByStart)
                #expect(again == first, "\(random.label)")
            }
        }
    }

    @Test("Rule 6: batches in any split and order, with repeats, give the same bits")
    func batchingDoesNotMatter() {
        for number in RandomCase.numbers {
            var random = RandomCase(number)
            let first = Merge.sums(
                of: random.samples.sortedByStart,
                behavior: .rate,
                edges: random.edges
            )
            let cut = Int.random(in: 0...random.samples.count, using: &random.generator)
            let batches = Array(random.samples[cut...] + random.samples[..<cut])
            let repeated = (batches + Array(random.shuffled().prefix(5))).sortedByStart
            let again = Merge.sums(of: repeated, behavior: .rate, edges: random.edges)
            #expect(bits(again) == bits(first), "\(random.label)")
        }
    }

    @Test("Rule 6: even a repeated identifier with other content cannot make the order matter")
    func orderDoesNotMatterUnderRepeatedIdentifiers() {
        for number in RandomCase.numbers {
            var random = RandomCase(number)
            func results(_ samples: [MergeSample]) -> [UInt64?] {
                let twins = samples.map { sample in
                    var twin = sample
                    twin.id = SampleID(bits: 1)
                    return twin
                }
                .sortedByStart
                return bits(Merge.sums(of: twins, behavior: .rate, edges: random.edges))
                    + bits(Merge.sums(of: twins, behavior: .sum, edges: random.edges))
            }
            let first = results(random.samples)
            #expect(results(random.shuffled()) == first, "\(random.label)")
        }
    }

    @Test("Buckets of a partition add up to the whole", arguments: [MergeBehavior.rate, .sum])
    func partitionAddsUp(behavior: MergeBehavior) {
        for number in RandomCase.numbers {
            let random = RandomCase(number)
            let samples = random.samples.sortedByStart
            let parts = Merge.sums(of: samples, behavior: behavior, edges: random.edges)
            let ends = [random.edges[0], random.edges[random.edges.count - 1]]
            let whole = Merge.sums(of: samples, behavior: behavior, edges: ends)[0]
            let known = parts.compactMap { $0 }
            let total = known.isEmpty ? nil : known.reduce(0, +)
            #expect(agree(total, whole), "\(random.label)")
        }
    }

    @Test(
        "Samples outside a window change nothing inside it",
        arguments: [MergeBehavior.rate, .sum]
    )
    func mergeIsLocal(behavior: MergeBehavior) {
        for number in RandomCase.numbers {
            let random = RandomCase(number)
            let (start, end) = (random.edges[0], random.edges[random.edges.count - 1])
            let touching = random.samples.filter {
                $0.start < end && ($0.start >= start || $0.end > start)
            }
            let all = Merge.sums(
                of: random.samples.sortedByStart,
                behavior: behavior,
                edges: random.edges
            )
            let local = Merge.sums(
                of: touching.sortedByStart,
                behavior: behavior,
                edges: random.edges
            )
            #expect(bits(all) == bits(local), "\(random.label)")
        }
    }

    @Test("Where nothing overlaps the total is the sum of the values, exactly")
    func totalIsPreservedWithoutOverlap() {
        for number in 0..<200 {
            var generator = Seed.generator(case: number)
            var (time, total) = (Int64(0), 0.0)
            let samples = (0..<100).map { id in
                let start = time + Int64.random(in: 0..<3, using: &generator)
                time = start + Int64.random(in: 1..<1000, using: &generator)
                let value = Double(Int.random(in: 0..<500, using: &generator)) / 4
                total += value
                return sample(start, time, value, rank: Int32(id % 3), id: id)
            }
            #expect(sum(samples, 0, time) == total, "\(Seed.label(case: number))")
        }
    }

    @Test("Switching a source off is removing its samples")
    func switchingOffIsRemoving() {
        let sources = ["a", "b", "c", "d"].map { SourceIdentity(bundleIdentifier: $0) }
        for number in RandomCase.numbers {
            let random = RandomCase(number)
            func total(disabled: Set<Int>, where isKept: (MergeSample) -> Bool) -> Double? {
                let ranking = SourceRanking(sources: sources, order: [2], disabled: disabled)
                let ranked = random.samples.filter(isKept).compactMap { sample in
                    // The drawn rank stands for the source here.
                    ranking.rank(ofSource: Int(sample.rank), isUserEntered: false).map { rank in
                        var sample = sample
                        sample.rank = rank
                        return sample
                    }
                }
                return Merge.uncutSum(of: ranked.sortedByStart, behavior: .rate)
            }
            for source in 0..<4 {
                let off = total(disabled: [source]) { _ in true }
                let removed = total(disabled: []) { $0.rank != Int32(source) }
                #expect(off?.bitPattern == removed?.bitPattern, "\(random.label)")
            }
        }
    }

    @Test("An uncut, unhidden sample contributes its value bit for bit")
    func uncutSampleIsExact() {
        let odd = 0.1 + 0.2
        let samples = [sample(0, 3_333_333, odd, rank: 0), sample(7, 900, 5, rank: 1, id: 1)]
        #expect(sum(samples, 0, 3_333_333)?.bitPattern == odd.bitPattern)
    }
}
