import HealthModel
import HealthStore
import Synchronization
import TestSupport
import Testing

@testable import HealthService

/// Many who ask after one token at once.
@Suite("Look-ups of tokens", .offPool, .timeLimit(.minutes(2)))
struct TokenLookupsTests {
    private struct Broken: Error {}

    private static let found = Principal.admin(.operatorItself)

    /// Look-ups that wait to be let go, and are counted.
    private final class Desk: Sendable {
        private let begun = Mutex(0)
        private let asked = Mutex(0)
        private let isOpen = Mutex(false)

        var beginners: Int { begun.withLock { $0 } }
        var count: Int { asked.withLock { $0 } }

        func begin() { begun.withLock { $0 += 1 } }

        func open() { isOpen.withLock { $0 = true } }

        func lookUp() async throws -> Principal? {
            asked.withLock { $0 += 1 }
            while !isOpen.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
            return TokenLookupsTests.found
        }
    }

    private let lookups = TokenLookups()
    private let token = HealthStore.tokenID(ofHash: Array(repeating: 7, count: 32))

    @Test("are made once for all who ask meanwhile, and anew for who asks after")
    func shared() async throws {
        let desk = Desk()
        let crowd = (0..<40).map { _ in
            Task {
                desk.begin()
                return try await lookups.find(token, in: 1) { try await desk.lookUp() }
            }
        }
        try await eventually("all ask") { desk.beginners == 40 && desk.count > 0 }
        #expect(desk.count == 1)
        desk.open()
        for task in crowd { #expect(try await task.value == Self.found) }
        let before = desk.count
        _ = try await lookups.find(token, in: 1) { try await desk.lookUp() }
        #expect(desk.count == before + 1)
    }

    @Test("that began before something was forgotten, or for another token, are not for others")
    func generations() async throws {
        let desk = Desk()
        let other = HealthStore.tokenID(ofHash: Array(repeating: 8, count: 32))
        let questions = [(token, 1), (token, 2), (other, 2)]
        var tasks: [Task<Principal?, any Error>] = []
        for (token, generation) in questions {
            tasks.append(
                Task { try await lookups.find(token, in: generation) { try await desk.lookUp() } }
            )
            try await eventually("it asks") { desk.count == tasks.count }
        }
        desk.open()
        for task in tasks { #expect(try await task.value == Self.found) }
    }

    @Test("fail for all who wait, and are tried again for the next")
    func failure() async throws {
        let desk = Desk()
        let crowd = (0..<5).map { _ in
            Task {
                try await lookups.find(token, in: 1) {
                    _ = try await desk.lookUp()
                    throw Broken()
                }
            }
        }
        desk.open()
        for task in crowd {
            await #expect(throws: Broken.self) { try await task.value }
        }
        #expect(try await lookups.find(token, in: 1) { nil } == nil)
    }

    @Test("go on for the others when the one who began them has left")
    func left() async throws {
        let desk = Desk()
        let first = Task { try await lookups.find(token, in: 1) { try await desk.lookUp() } }
        try await eventually("one asks") { desk.count == 1 }
        let second = Task { try await lookups.find(token, in: 1) { try await desk.lookUp() } }
        first.cancel()
        desk.open()
        #expect(try await second.value == Self.found)
    }
}
