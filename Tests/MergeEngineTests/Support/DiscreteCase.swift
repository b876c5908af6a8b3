import HealthModel
import MergeEngine
import TestSupport

/// A random set of discrete samples with random bucket edges: ties, long samples, empty buckets.
struct DiscreteCase {
    /// Sorted by start.
    let samples: [DiscreteSample]
    let edges: [Int64]
    let label: String
    var generator: SeededGenerator

    /// Draws the case of a number; the same run and number give the same case.
    init(_ number: Int) {
        var generator = Seed.generator(case: number)
        // From a second, where all ties, to a day, where the five minutes of reach show.
        let span: Int64 = [8, 1_000_000, 900_000_000, 86_400_000_000][number % 4]
        let values = Values.allCases[number / 4 % Values.allCases.count]
        let count = Int.random(in: 0...40, using: &generator)
        samples = (0..<count).map { id in
            Self.sample(id: id, span: span, values: values, using: &generator)
        }
        .sorted { $0.start < $1.start }
        let edgeCount = Int.random(in: 2...12, using: &generator)
        var edges = (0..<edgeCount).map { _ in
            Int64.random(in: -span / 4...span + span / 4, using: &generator)
        }
        if Bool.random(using: &generator) { edges.append(edges[0]) }
        self.edges = edges.sorted()
        label = Seed.label(case: number)
        self.generator = generator
    }

    /// The samples in another order of arrival, as far as sorting by start allows.
    mutating func withOtherTies() -> [DiscreteSample] {
        samples.shuffled(using: &generator).sorted { $0.start < $1.start }
    }

    private enum Values: CaseIterable {
        case ordinary
        case extreme
        case levels

        func draw(using generator: inout SeededGenerator) -> Double {
            switch self {
            case .ordinary: .random(in: 30..<200, using: &generator)
            case .extreme:
                [1.5e308, 1e300, .leastNonzeroMagnitude, 0, 1, -1e300, .nan, .infinity]
                    .randomElement(using: &generator) ?? 0
            case .levels: .random(in: -400..<900, using: &generator)
            }
        }
    }

    private static func sample(
        id: Int,
        span: Int64,
        values: Values,
        using generator: inout SeededGenerator
    ) -> DiscreteSample {
        let start = Int64.random(in: -span / 8...span, using: &generator)
        let longest = Int.random(in: 0..<4, using: &generator) == 0 ? span : span / 16
        let isPoint = Bool.random(using: &generator)
        return DiscreteSample(
            start: start,
            end: start + (isPoint ? 0 : Int64.random(in: 0...longest, using: &generator)),
            value: values.draw(using: &generator),
            recorded: Int64.random(in: 0..<3, using: &generator),
            id: SampleID(bits: UInt128(generator.next()) << 64 | UInt128(id)),
            source: Int32(id)
        )
    }
}
