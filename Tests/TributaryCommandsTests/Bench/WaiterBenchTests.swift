import TestSupport
import Testing

@testable import TributaryCommands

/// Many idle waiters on one server.
@Suite("Waiters on a server", .offPool, .timeLimit(.minutes(5)))
struct WaiterBenchTests {
    @Test("Hundreds cost no thread and no database session, and a write wakes its user's alone")
    func hundreds() async throws {
        let count = 300
        let limit = OpenFileLimit.raise(forConnections: 4 * count + OpenFileLimit.reserve)
        try #require(limit.connections(of: 4 * count) == 4 * count, "the files they need")
        let report = try await TemporaryServer(name: "test").run { server in
            try await WaiterBench(server: server, count: count).run()
        }
        #expect(report.waiters == 2 * count)
        #expect(report.after.sessions <= report.before.sessions + 8, "the pool's, and no more")
        // Other tests have threads of their own, but not that many.
        #expect(report.after.threads - report.before.threads < count / 2)
        #expect(report.woken.theirs == 2 * count / report.users)
        #expect(report.woken.others == 0)
    }

    @Test("Connections are bounded by the files that may be open")
    func files() {
        let limit = OpenFileLimit(files: 1024)
        #expect(limit.connections(of: 8192) == 1024 - OpenFileLimit.reserve)
        #expect(limit.connections(of: 100) == 100)
        #expect(OpenFileLimit(files: 10).connections(of: 100) == 2)
        let now = OpenFileLimit.raise(forConnections: 1)
        #expect(now.files >= OpenFileLimit.raise(forConnections: 2).files - 1)
    }
}
