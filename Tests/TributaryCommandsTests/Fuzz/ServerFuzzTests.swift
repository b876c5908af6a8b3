import TestSupport
import Testing

/// Everything that can be sent, sent broken: see "Fuzzing" in docs/operations.md.
@Suite(
    "Fuzz of the server",
    .offPool,
    .serialized,
    .tags(.slow),
    .timeLimit(.minutes(FuzzSettings.current.limitInMinutes))
)
struct ServerFuzzTests {
    @Test("No input stops the server, holds it up, makes it fail or breaks its log")
    func fuzz() async throws {
        let settings = FuzzSettings.current
        let faults = try await Fuzz(settings).carryOut()
        for fault in faults.prefix(5) { print("fuzz: \(fault)") }
        #expect(faults.count == 0, "TRIBUTARY_FUZZ_SEED=\(settings.seed): \(faults.prefix(5))")
    }
}
