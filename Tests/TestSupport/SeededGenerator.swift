import Foundation

/// A repeatable source of randomness for tests: SplitMix64 (Steele, Lea and Flood, 2014).
///
/// A test prints `seed`, so that a failure can be run again with `TRIBUTARY_SEED` set to it.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    /// What the sequence began with.
    package let seed: UInt64
    private var state: UInt64

    /// Makes the sequence of a seed.
    package init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// Makes the sequence of `TRIBUTARY_SEED`, or a new one where that is not set.
    package init() {
        let chosen = ProcessInfo.processInfo.environment["TRIBUTARY_SEED"].flatMap { UInt64($0) }
        self.init(seed: chosen ?? .random(in: .min ... .max))
    }

    /// Answers the next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
