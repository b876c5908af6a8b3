import HealthModel
import TestSupport
import Testing

@testable import HealthSimulator

/// Devices send as real ones do: in batches, some of them twice, some days late.
@Suite(.offPool)
struct DeliveryTests {
    private let simulation = Simulation(
        seed: 7,
        firstDay: CivilDate(year: 2026, month: 11, day: 1),
        days: 14,
        utcOffsetInMinutes: -300
    )

    @Test(
        "Every sample is sent, in batches of the size asked for",
        arguments: 0..<3,
        [1, 50, 100_000]
    )
    func complete(device: Int, size: Int) {
        let batches = simulation.batches(of: device, size: size)
        #expect(batches.allSatisfy { (1...size).contains($0.count) })
        let sent = Set(batches.joined())
        #expect(sent == Set(simulation.recordings(of: device).map(\.draft)))
    }

    @Test("Some batches are sent again exactly", arguments: 0..<3)
    func repeats(device: Int) {
        let batches = simulation.batches(of: device, size: 50)
        var seen: Set<[SampleDraft]> = []
        let repeated = batches.filter { !seen.insert($0).inserted }
        #expect(!repeated.isEmpty)
        #expect(repeated.count * 4 < batches.count)
    }

    @Test("Some days are sent after later ones", arguments: 0..<3, 0..<5)
    func late(device: Int, seed: UInt64) {
        let simulation = Simulation(
            seed: seed,
            firstDay: CivilDate(year: 2026, month: 11, day: 1),
            days: 5,
            utcOffsetInMinutes: 0
        )
        var latest = Instant(seconds: 0)
        var isLate = false
        for draft in simulation.batches(of: device, size: 200).joined() {
            let gap = latest.microseconds - draft.end.instant.microseconds
            isLate = isLate || gap > 12 * 3600 * 1_000_000
            latest = max(latest, draft.end.instant)
        }
        // A watch that is not worn on the late day has nothing to send late.
        let wornDays = (0..<5).filter { !simulation.truth(of: $0).watchWear.isEmpty }.count
        #expect(isLate || (device == 1 && wornDays < 5), "seed \(seed)")
    }
}
