import HealthSimulator

/// Makes batches in the densities that a person's devices have.
///
/// Per day that is about 900 of energy, 200 heart rates, 140 steps and as many distances. Every
/// other step and distance is a phone's, whose times overlap the watch's now and then.
struct BenchWorkload {
    private var generator: SeededGenerator
    private var clock: Int64

    /// Starts a stream of samples on 1 January 2025.
    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        clock = 1_735_689_600_000_000
    }

    /// The next samples, in the order of time.
    mutating func batch(_ count: Int) -> [BenchSample] {
        (0..<count).map { _ in sample() }
    }

    private mutating func sample() -> BenchSample {
        let draw = Int.random(in: 0..<1380, using: &generator)
        let type: BenchType =
            switch draw {
            case ..<900: .activeEnergyBurned
            case ..<1100: .heartRate
            case ..<1240: .stepCount
            default: .distanceWalkingRunning
            }
        clock += Int64.random(in: 20_000_000...100_000_000, using: &generator)
        let length: Int64 =
            type == .heartRate ? 0 : Int64.random(in: 3...90, using: &generator) * 1_000_000
        return BenchSample(
            uuid: UInt128.random(in: 0...UInt128.max, using: &generator),
            type: type,
            start: clock,
            end: clock + length,
            value: Double(Int.random(in: 1...150, using: &generator)),
            device: draw >= 1100 && draw % 2 == 0 ? .phone : .watch
        )
    }
}
