import Foundation

/// A small repeatable source of randomness: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// The seed of this run: `TRIBUTARY_SEED` replays one, otherwise each run takes a new one.
enum Seed {
    static let base: UInt64 = {
        let replayed = ProcessInfo.processInfo.environment["TRIBUTARY_SEED"].flatMap { UInt64($0) }
        let seed = replayed ?? UInt64.random(in: 0...UInt64(UInt32.max))
        print("MergeEngineTests: TRIBUTARY_SEED=\(seed)")
        return seed
    }()

    /// The generator of one case; cases are independent of each other.
    static func generator(case number: Int) -> SeededGenerator {
        var mixer = SeededGenerator(seed: base)
        return SeededGenerator(seed: mixer.next() &+ UInt64(number) &* 0x2545_F491_4F6C_DD1D)
    }

    /// What a failing case is called in the report.
    static func label(case number: Int) -> String {
        "case \(number) of TRIBUTARY_SEED=\(base)"
    }
}
