import Foundation
import HealthImport
import HealthOutbox
import Postgres
import TestSupport
import Testing

@testable import TributaryCommands

extension LifecycleTests {
    @Suite("Crashes within an import")
    struct ImportCrashTests {
        private static let records = 60_000

        private struct Sum: Decodable { let sum: Double? }

        @Test("What was stored is told, and importing again adds the rest, each sample once")
        func killedServer() async throws {
            let folder = try TemporaryFolder()
            let file = "\(folder.path)/export.xml"
            try Data(LargeExport.text(records: Self.records).utf8)
                .write(to: URL(fileURLWithPath: file))
            let first = try await Server.start(in: folder)
            let person = try await Person(by: first.admin())

            let broken = Task { try await Self.tally(of: file, to: first, as: person) }
            try await eventually("some pushes are stored", within: .seconds(60)) {
                try count(of: first.data) >= 6_000
            }
            first.program.signal(SIGKILL)
            #expect(try await first.program.waitForEnd() == 128 + SIGKILL)
            let told = try await broken.value
            // Every push that was under way failed, and they were as many as there may be.
            #expect(told.unanswered > 0 && told.unanswered <= 3 * 2_000)

            let second = try await Server.start(in: folder)
            try await verify(second.data, in: folder)
            let stored = Int(try count(of: second.data))
            #expect(stored >= told.total(.stored) && told.total(.duplicate) == 0)
            #expect(stored <= told.total(.stored) + told.unanswered)
            for known in [stored, Self.records] {
                let tally = try await Self.tally(of: file, to: second, as: person)
                #expect(tally.unanswered == 0)
                #expect(tally.total(.duplicate) == known)
                #expect(tally.total(.stored) == Self.records - known)
            }
            let sum: Sum = try await Caller(second.url, token: person.token).read(
                "GET",
                "/v1/users/me/statistics/stepCount"
                    + "?start=2023-01-01T00:00:00Z&end=2026-01-01T00:00:00Z"
            )
            #expect(sum.sum == Double(7 * Self.records))
            try await verify(second.data, in: folder)
            #expect(try await second.stop() == 0)
        }

        /// Imports a file over three connections, trying each push once.
        private static func tally(
            of file: String,
            to server: Server,
            as person: Person
        ) async throws -> ImportTally {
            let client = try APIClient(
                baseURL: server.url,
                token: person.token,
                connections: 3,
                retries: RetryPolicy(attempts: 1)
            )
            let result = await AppleHealthImport(
                reader: try AppleHealthReader(path: file),
                destination: (client, "me"),
                connections: 3,
                console: CollectedOutput().console()
            ).run()
            #expect((result.failure == nil) == (result.tally.records == records))
            return result.tally
        }

        private func count(of data: DataFolder) throws -> Int64 {
            try data.connect().run(sampleCount).int8(0, 0)
        }
    }
}

private let sampleCount = Statement("test_import_count", "SELECT count(*) FROM samples")
