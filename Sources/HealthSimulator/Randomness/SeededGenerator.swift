import Foundation
import HealthModel

/// A pseudo-random generator whose whole sequence follows from its seed.
///
/// The algorithm is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Begins the sequence of a seed.
    package init(seed: UInt64) {
        state = seed
    }

    /// Begins a sequence of its own for one purpose, so that purposes do not shift each other.
    init(seed: UInt64, purpose: UInt64, day: Int = 0) {
        var mixer = SeededGenerator(seed: seed)
        state = mixer.next() ^ (purpose &* 0xD6E8_FEB8_6659_FD93)
        state = next() ^ (UInt64(bitPattern: Int64(day)) &* 0xA076_1D64_78BD_642F)
    }

    /// Gives the next 64 bits of the sequence.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension SeededGenerator {
    /// A number drawn evenly from a half-open range.
    mutating func uniform(_ range: Range<Double>) -> Double {
        let fraction = Double(next() >> 11) * 0x1p-53
        return range.lowerBound + fraction * (range.upperBound - range.lowerBound)
    }

    /// A whole number drawn evenly from a closed range.
    mutating func whole(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }

    /// True with the given probability.
    mutating func chance(_ probability: Double) -> Bool {
        uniform(0..<1) < probability
    }

    /// A number from the normal distribution, by the method of Box and Muller.
    mutating func normal(mean: Double, deviation: Double) -> Double {
        let radius = sqrt(-2 * log(1 - uniform(0..<1)))
        return mean + deviation * radius * cos(2 * .pi * uniform(0..<1))
    }

    /// A number from the log-normal distribution with the given median and 90th percentile.
    mutating func logNormal(median: Double, upperDecile: Double) -> Double {
        // 1.2816 is the 90th percentile of the standard normal distribution.
        exp(normal(mean: log(median), deviation: log(upperDecile / median) / 1.2816))
    }

    /// A random UUID, version 4 (RFC 9562, section 5.4).
    mutating func identifier() -> SampleID {
        let high = next() & ~0xF000 | 0x4000
        let low = next() & ~(0b11 << 62) | 0b10 << 62
        return SampleID(bits: UInt128(high) << 64 | UInt128(low))
    }

    /// The index of a weight, drawn with a probability in proportion to it.
    mutating func index(weights: [Double]) -> Int {
        var rest = uniform(0..<weights.reduce(0, +))
        for (index, weight) in weights.enumerated() {
            rest -= weight
            if rest < 0 { return index }
        }
        return weights.count - 1
    }
}
