import Foundation
import HealthModel
import HealthSimulator
import TestSupport
import Testing

@testable import TributaryCommands

@Suite("A crowd on a running server", .offPool, .timeLimit(.minutes(5)))
struct CrowdRunTests {
    private let directory = TemporaryDirectory()
    private var truth: String { directory.path + "/truth.ndjson" }

    private func simulate(
        _ server: TestServer,
        _ words: [String]
    ) async throws -> (status: Int32, output: CollectedOutput) {
        try await server.run(
            SimulateCommand.command,
            { try await SimulateCommand.run($0, console: $1) },
            words
        )
    }

    /// People with days around a change of clocks, on a server.
    private func withCrowd(
        users: Int = 4,
        days: Int = 3,
        _ body: (TestServer) async throws -> Void
    ) async throws {
        try await withServer { server in
            let run = try await simulate(
                server,
                [
                    "--users", "\(users)", "--days", "\(days)", "--seed", "12", "--first-day",
                    "2026-03-27", "--truth", truth, "--connections", "2",
                ]
            )
            #expect(run.status == 0, "\(run.output.out)")
            try await body(server)
        }
    }

    @Test("What is pushed is what the server says, over and over")
    func check() async throws {
        try await withCrowd(users: 5, days: 4) { server in
            let check = try await simulate(server, ["--check", "--truth", truth])
            #expect(check.output.out.hasSuffix(" comparisons, 0 differences\n"))
            #expect(check.status == 0, "\(check.output.out)")
            let comparisons = check.output.out.split(separator: " ").first
                .flatMap { Int($0.filter { $0 != "," }) }
            #expect((comparisons ?? 0) > 1000)
        }
    }

    @Test("A traveller's days agree by the clocks on the walls, too")
    func traveller() async throws {
        let index = try #require(
            (0..<60).first { index in
                let person = SimulatedPerson(seed: 12, index: index)
                return person.habit == .traveller
            }
        )
        try await withServer { server in
            let person = SimulatedPerson(seed: 12, index: index)
            let first = CivilDate(year: 2026, month: 3, day: 16).daysSince1970
            let life = SimulatedLife(person: person, days: first..<first + 28)
            let options = CrowdOptions(users: 1, seed: 12, days: life.days)
            let progress = CrowdProgress(
                options,
                stepsPerUser: life.steps.count,
                console: CollectedOutput().console()
            )
            var clients: [Gadget.App: String] = [:]
            for app in Gadget.App.allCases {
                clients[app] = try await server.admin.findOrCreateClient(
                    bundleIdentifier: app.bundleIdentifier,
                    name: app.name
                )
            }
            let push = PersonPush(
                life: life,
                batchSize: 1000,
                admin: server.admin,
                clients: clients,
                pacer: Pacer(perSecond: nil),
                progress: progress
            )
            let user = try await push.run()
            #expect(progress.counts.isClean)
            try TruthWriter(path: truth).write(life, seed: 12, user: user)
            var reader = try TruthReader(path: truth)
            let expected = try #require(try reader.next())
            #expect(expected.days.contains { $0.isRecorded })
            let tally = try await PersonCheck(person: expected, admin: server.admin).run()
            #expect(tally.differences == [])
        }
    }

    @Test("A sample that is deleted behind its back is told")
    func deletion() async throws {
        try await withCrowd { server in
            var reader = try TruthReader(path: truth)
            let person = try #require(try reader.next())
            let day = try #require(
                person.days.first { $0.type == "stepCount" && $0.count > 0 && !$0.isRecorded }
            )
            let range = CheckedRange(of: person, isRecorded: false).ends(of: day.day)
            let uuids = try await server.admin.latestSamples(
                of: "stepCount",
                from: range.start,
                to: range.end,
                limit: 1,
                user: person.user
            ) { try $0.text("uuid") }
            let uuid = try #require(uuids.first.flatMap { SampleID($0) })
            #expect(try await server.admin.delete([uuid], user: person.user) == 0)
            let check = try await simulate(server, ["--check", "--truth", truth])
            #expect(check.status == 1)
            let line = check.output.lines.first { $0.contains("number of samples") }
            #expect(line?.contains("\(person.user)") == true && line?.contains("stepCount") == true)
            #expect(!check.output.out.contains(" 0 differences"))
        }
    }

    @Test("A truth that is altered is told, with what was found")
    func altered() async throws {
        try await withCrowd(users: 1, days: 2) { server in
            var lines = try String(contentsOfFile: truth, encoding: .utf8)
                .split(separator: "\n").map(String.init)
            let other = directory.path + "/altered.ndjson"
            let index = try #require(
                lines.firstIndex { $0.contains("stepCount") && !$0.contains("\"sum\":null") }
            )
            lines[index] = lines[index].replacingOccurrences(of: "\"sum\":", with: "\"sum\":9")
            try lines.joined(separator: "\n").write(
                toFile: other,
                atomically: true,
                encoding: .utf8
            )
            let check = try await simulate(server, ["--check", "--truth", other])
            #expect(check.status == 1)
            // The day, and with it the sum of all days.
            #expect(check.output.lines.contains { $0.contains("stepCount 2026-03-2") })
            #expect(check.output.lines.contains { $0.contains("stepCount, all days: expected") })
            #expect(check.output.out.contains(" comparisons, 2 differences"))
        }
    }

    @Test("What cannot be looked at is told apart from a difference")
    func missing() async throws {
        try await withServer { server in
            let none = try await simulate(server, ["--check", "--truth", truth])
            #expect(none.status == 2)
            #expect(none.output.error.contains("cannot be read"))
            let person = ExpectedPerson(
                user: "0000000000000001",
                name: "Nobody",
                zone: .utc,
                firstDay: CivilDate(year: 2026, month: 3, day: 1),
                dayCount: 1,
                gone: [SampleID(bits: 1)]
            )
            await #expect(throws: CommandError.self) {
                try await PersonCheck(person: person, admin: server.admin).run()
            }
        }
    }

    @Test("The same seed on the same server again is other users, and all is right again")
    func again() async throws {
        try await withServer { server in
            let words = [
                "--users", "2", "--days", "2", "--seed", "3", "--first-day", "2026-05-01",
                "--check",
            ]
            for _ in 0..<2 {
                let run = try await simulate(server, words)
                #expect(run.status == 0, "\(run.output.out)")
                #expect(run.output.out.contains("2 users, 2 days: "))
            }
        }
    }
}
