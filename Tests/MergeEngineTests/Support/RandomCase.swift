import Foundation
import HealthModel
import MergeEngine
import TestSupport

/// A random set of samples with random bucket edges: crowded, full of ties and impulses.
struct RandomCase {
    let samples: [MergeSample]
    let edges: [Int64]
    let label: String
    var generator: SeededGenerator

    /// The cases of a run: `TRIBUTARY_RANDOM_CASES` of them, otherwise 2000.
    static let numbers: Range<Int> = {
        let wanted = ProcessInfo.processInfo.environment["TRIBUTARY_RANDOM_CASES"]
        return 0..<max(1, wanted.flatMap { Int($0) } ?? 2000)
    }()

    /// Draws the case of a number; the same run and number give the same case.
    ///
    /// A crowd has so many samples that the engine looks for ended candidates among them, and the
    /// shorter ones are the better, by and large: then most of them count at one time or another.
    init(_ number: Int, isCrowd: Bool = false) {
        var generator = Seed.generator(case: number)
        let span: Int64 = [8, 40, 1_000, 90_000_000_000].randomElement(using: &generator) ?? 8
        let count = Int.random(in: isCrowd ? 150...400 : 0...30, using: &generator)
        samples = (0..<count).map { id in
            var sample = Self.sample(id: id, span: span, using: &generator)
            if isCrowd {
                sample.rank += Int32((sample.end - sample.start) * 100 / span)
            }
            return sample
        }
        let edgeCount = Int.random(in: 2...9, using: &generator)
        edges = (0..<edgeCount).map { _ in
            Int64.random(in: -span / 4...span + span / 4, using: &generator)
        }
        .sorted()
        label = Seed.label(case: number)
        self.generator = generator
    }

    /// The samples in another order of arrival.
    mutating func shuffled() -> [MergeSample] {
        samples.shuffled(using: &generator)
    }

    private static func sample(
        id: Int,
        span: Int64,
        using generator: inout SeededGenerator
    ) -> MergeSample {
        let start = Int64.random(in: 0...span, using: &generator)
        let longest = Bool.random(using: &generator) ? span : max(1, span / 8)
        let isImpulse = Int.random(in: 0..<4, using: &generator) == 0
        let length = isImpulse ? 0 : Int64.random(in: 0...longest, using: &generator)
        let isZero = Int.random(in: 0..<5, using: &generator) == 0
        return MergeSample(
            start: start,
            end: start + length,
            value: isZero ? 0 : Double.random(in: 0..<1000, using: &generator),
            recorded: Int64.random(in: 0..<3, using: &generator),
            id: SampleID(bits: UInt128(generator.next()) << 64 | UInt128(id)),
            rank: Int32.random(in: 0..<4, using: &generator)
        )
    }
}
