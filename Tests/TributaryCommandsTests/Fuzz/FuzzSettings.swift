import Foundation
import TestSupport

/// How long a fuzz run lasts and what its inputs are drawn from.
struct FuzzSettings: Sendable {
    /// How long inputs are sent.
    var time: Duration
    /// Decides every input.
    var seed: UInt64
    /// How many send at the same time.
    var lanes = 4

    /// `TRIBUTARY_FUZZ_MINUTES` and `TRIBUTARY_FUZZ_SEED`; else ten seconds of any seed.
    static let current: FuzzSettings = {
        let environment = ProcessInfo.processInfo.environment
        let minutes = environment["TRIBUTARY_FUZZ_MINUTES"].flatMap { Double($0) }
        let seed = environment["TRIBUTARY_FUZZ_SEED"].flatMap { UInt64($0) }
        return FuzzSettings(
            time: .milliseconds(Int64((minutes ?? 1.0 / 6) * 60_000)),
            seed: seed ?? UInt64(UInt32.random(in: .min ... .max))
        )
    }()

    /// The most time that a run may take, in minutes.
    var limitInMinutes: Int { Int(time.components.seconds) / 60 + 5 }

    /// The generator of a lane; each has its own, so that none depends on how fast others are.
    func generator(lane: Int) -> SeededGenerator {
        var mixer = SeededGenerator(seed: seed &+ UInt64(lane) &* 1000)
        return SeededGenerator(seed: mixer.next())
    }
}
