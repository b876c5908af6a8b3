import JSON
import TestSupport
import Testing

@testable import RemoteHealthKit

@Suite(.offPool) struct LongCallTests {
    /// Waits for a change behind an anchor, and gives how many there are.
    private func wait(behind anchor: String, on server: HealthServer) -> Task<Int, any Error> {
        Task {
            try await server.call(
                "GET",
                ["changes"],
                query: [("anchor", anchor), ("wait", "60")],
                timeout: .seconds(90),
                read: { $0["added"]?.count ?? -1 }
            )
        }
    }

    private func anchor(on server: HealthServer) async throws -> String {
        try await server.call("GET", ["changes"], read: { try $0.text("anchor") })
    }

    @Test func `Calls that wait keep no other from going through`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let anchor = try await anchor(on: store.server)
            let waits = (0..<8).map { _ in wait(behind: anchor, on: store.server) }
            try await store.save(steps(1))
            for wait in waits { #expect(try await wait.value == 1) }
        }
    }

    @Test func `A call that waits ends when its task is cancelled`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let wait = wait(behind: try await anchor(on: store.server), on: store.server)
            wait.cancel()
            await #expect(throws: CancellationError.self) { try await wait.value }
        }
    }
}
