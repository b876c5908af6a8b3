import Foundation
import HTTPClient
import Postgres
import TestSupport
import Testing

extension LifecycleTests {
    @Suite("Crashes within a push of lines")
    struct StreamCrashTests {
        private struct Counts: Decodable { let stored, duplicate: Int }

        @Test("What was stored before a kill stays, and sending everything again ends the rest")
        func killedServer() async throws {
            let folder = try TemporaryFolder()
            let first = try await Server.start(in: folder)
            let person = try await Person(by: first.admin())
            let lines = LineStream(count: 30_000)
            // The body stands still behind the second part, so that the kill is in its middle.
            let goOn = DispatchSemaphore(value: 0)
            let push = Task {
                try await lines.push(to: first.url, as: person, batch: "b") { number in
                    if number == 25_000 { goOn.wait() }
                }
            }
            try await eventually("two parts are stored", within: .seconds(60)) {
                try count(of: first.data) >= 20_000
            }
            first.program.signal(SIGKILL)
            #expect(try await first.program.waitForEnd() == 128 + SIGKILL)
            goOn.signal()
            await #expect(throws: HTTPClientError.self) { _ = try await push.value }

            let second = try await Server.start(in: folder)
            try await verify(second.data, in: folder)
            let stored = try count(of: second.data)
            #expect(stored == 20_000)
            for _ in 1...2 {
                let answer = try await lines.push(to: second.url, as: person, batch: "b")
                let counts = try JSONDecoder().decode(Counts.self, from: Data(answer.body))
                #expect(counts.stored == 10_000 && counts.duplicate == 20_000)
            }
            #expect(try count(of: second.data) == 30_000)
            try await verify(second.data, in: folder)
            #expect(try await second.stop() == 0)
        }

        private func count(of data: DataFolder) throws -> Int64 {
            try data.connect().run(sampleCount).int8(0, 0)
        }
    }
}

private let sampleCount = Statement("test_sample_count", "SELECT count(*) FROM samples")
