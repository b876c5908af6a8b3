import HealthModel
import HealthSimulator
import MergeEngine

/// What the merge engine is measured on: samples sorted by start, and the buckets they go into.
enum EngineWorkload: CaseIterable, Sendable {
    /// Steps of a watch, a phone and a tracker, a sample a minute each, into days.
    case threeDevices
    /// Forty sources whose samples last up to two hours each, all over each other, into days.
    case manySources
    /// Every sample lies inside the one before and ranks better: each takes over, each comes back.
    case nested
    /// Impulses of three sources at one instant.
    case oneInstant
    /// Intervals with one start, each longer than the one before.
    case oneStart

    /// What the report calls it.
    var name: String {
        switch self {
        case .threeDevices: "three devices a minute"
        case .manySources: "forty sources at once"
        case .nested: "nested, better inside"
        case .oneInstant: "all at one instant"
        case .oneStart: "all from one start"
        }
    }

    /// Makes the samples, sorted by start; the same each time.
    func samples(_ count: Int) -> [MergeSample] {
        var generator = SeededGenerator(seed: UInt64(count))
        return (0..<count).map { sample($0, of: count, using: &generator) }
    }

    /// The edges of the days that the samples lie in.
    static func days(around samples: [MergeSample]) -> [Int64] {
        let last = samples.lazy.map(\.end).max() ?? 0
        return (0...last / Self.day + 1).map { $0 * Self.day }
    }
}

extension EngineWorkload {
    private static let minute: Int64 = 60_000_000
    private static let day: Int64 = 86_400_000_000

    private func sample(
        _ number: Int,
        of count: Int,
        using generator: inout SeededGenerator
    ) -> MergeSample {
        let (index, source) = (Int64(number), Int32(number % 3))
        let (start, end, rank): (Int64, Int64, Int32) =
            switch self {
            case .threeDevices: Self.device(index, source, using: &generator)
            case .manySources: Self.crowd(index, using: &generator)
            case .nested: (index, Int64(2 * count) - index, Int32(count - number))
            case .oneInstant: (Self.minute, Self.minute, source)
            case .oneStart: (Self.minute, Self.minute + index + 1, source)
            }
        return MergeSample(
            start: start,
            end: end,
            value: Double.random(in: 0..<150, using: &generator),
            recorded: end,
            id: SampleID(bits: UInt128(generator.next()) << 64 | UInt128(number)),
            rank: rank
        )
    }

    /// Each device starts its minute at a second of its own and misses a part of it now and then.
    private static func device(
        _ index: Int64,
        _ source: Int32,
        using generator: inout SeededGenerator
    ) -> (Int64, Int64, Int32) {
        let start = index / 3 * minute + Int64(source) * 15_000_000
        let length = generator.next() % 8 == 0 ? minute / 2 : minute
        return (start, start + length, source)
    }

    private static func crowd(
        _ index: Int64,
        using generator: inout SeededGenerator
    ) -> (Int64, Int64, Int32) {
        let start = index * 10_000_000
        let length = Int64.random(in: 1...120, using: &generator) * minute
        return (start, start + length, Int32.random(in: 0..<40, using: &generator))
    }
}
