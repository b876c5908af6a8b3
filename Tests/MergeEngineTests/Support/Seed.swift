import TestSupport

/// The seed of this run: `TRIBUTARY_SEED` replays one, otherwise each run takes a new one.
enum Seed {
    static let base: UInt64 = {
        let seed = SeededGenerator().seed
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
