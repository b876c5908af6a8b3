import TestSupport
import Testing

/// Everything at once and for long: see "Soak" in docs/operations.md.
@Suite(
    "Soak",
    .offPool,
    .serialized,
    .tags(.slow),
    .timeLimit(.minutes(SoakSettings.current.limitInMinutes))
)
struct SoakTests {
    @Test("Through cuts, kills and restarts nothing acknowledged is lost or counted twice")
    func soak() async throws {
        let settings = SoakSettings.current
        let differences = try await Soak(settings).carryOut()
        let first = differences.prefix(3).joined(separator: "; ")
        #expect(differences.count == 0, "seed \(settings.seed): \(first)")
    }
}
