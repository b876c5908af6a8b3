import Synchronization
import TestSupport
import Testing

@testable import HealthStore

/// The law of verification: whatever goes through the store, by however many at a time, there is
/// never anything that must not be.
@Suite("Law of verification", .offPool)
struct VerificationLawTests {
    @Test("Beside eight writers, and after them, verification finds nothing", arguments: 0..<3)
    func neverAnything(part: UInt64) async throws {
        var seeds = SeededGenerator()
        let base = seeds.next() &+ part << 32
        print("law of verification, part \(part): TRIBUTARY_SEED=\(seeds.seed)")
        try await withStore(poolSize: 10) { fixture in
            var users: [UserID] = []
            for _ in 0..<3 { users.append(try await fixture.makeUser()) }
            let isOver = Flag()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await verifyUntil(isOver, fixture) }
                try await withThrowingTaskGroup(of: Void.self) { [users] writers in
                    for number in 0..<8 {
                        var writer = ConcurrentWriter(
                            fixture: fixture,
                            users: users,
                            generator: SeededGenerator(seed: base &+ UInt64(number))
                        )
                        writers.addTask { try await writer.run(actions: 40) }
                    }
                    defer { isOver.raise() }
                    try await writers.waitForAll()
                }
                try await group.waitForAll()
            }
            let verdict = try await fixture.verify()
            #expect(verdict.findings == [], "part \(part)")
            #expect(verdict.summary.busyDays == 0 && verdict.summary.samples > 100)
            #expect(verdict.summary.users == 3 && verdict.summary.days > 100)
        }
    }

    private func verifyUntil(_ isOver: Flag, _ fixture: StoreFixture) async throws {
        repeat {
            #expect(try await fixture.verify().findings == [])
        } while !isOver.isRaised
    }
}

/// Tells one task that others are done.
private final class Flag: Sendable {
    private let state = Mutex(false)

    var isRaised: Bool { state.withLock { $0 } }

    func raise() { state.withLock { $0 = true } }
}
