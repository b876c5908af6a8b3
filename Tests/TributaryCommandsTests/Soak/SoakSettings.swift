import Foundation
import TestSupport

/// How long a soak lasts and what its decisions are drawn from.
struct SoakSettings: Sendable {
    /// How long there is load and there are faults; the reckoning comes on top.
    var load: Duration
    /// Decides everything but the timing.
    var seed: UInt64

    /// `TRIBUTARY_SOAK_MINUTES` and `TRIBUTARY_SOAK_SEED`; else fifteen seconds of any seed.
    static let current: SoakSettings = {
        let environment = ProcessInfo.processInfo.environment
        let minutes = environment["TRIBUTARY_SOAK_MINUTES"].flatMap { Double($0) } ?? 0.25
        let seed = environment["TRIBUTARY_SOAK_SEED"].flatMap { UInt64($0) }
        return SoakSettings(
            load: .milliseconds(Int64(minutes * 60_000)),
            seed: seed ?? UInt64(UInt32.random(in: .min ... .max))
        )
    }()

    /// The longest pause of a writer between two requests, in microseconds.
    ///
    /// Longer in a longer soak, so that what has to be compared in the end does not grow with it.
    var pause: UInt32 { UInt32(max(20, min(1000, load.components.seconds * 3 / 5))) * 1000 }

    /// The most time that a run may take, reckoning included, in minutes.
    var limitInMinutes: Int { Int(load.components.seconds) / 60 * 2 + 5 }

    /// The generator of one of those who decide; each has its own, so that they do not depend on
    /// who comes first.
    func generator(_ role: Role, _ number: Int = 0) -> SeededGenerator {
        var mixer = SeededGenerator(seed: seed &+ UInt64(role.rawValue * 1000 + number))
        return SeededGenerator(seed: mixer.next())
    }

    /// Those who decide.
    enum Role: Int {
        case writer = 1
        case writerLine
        case reader
        case readerLine
        case faults
    }
}
