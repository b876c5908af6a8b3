import HealthModel
import HealthOutbox
import JSON
import TestSupport
import Testing

@testable import TributaryCommands

@Suite("Explaining a total", .offPool, .timeLimit(.minutes(2)))
struct ExplainTests {
    private let morning = Instant(seconds: 1_764_486_000)

    private func sample(
        _ source: String,
        _ minutes: Range<Int64>,
        _ value: Double,
        metadata: [String: MetadataValue] = [:]
    ) -> SampleDraft {
        func time(_ minute: Int64) -> ZonedInstant {
            let instant = Instant(microseconds: morning.microseconds + minute * 60_000_000)
            return ZonedInstant(instant, offsetInMinutes: 60)
        }
        return SampleDraft(
            type: "stepCount",
            start: time(minutes.lowerBound),
            end: time(minutes.upperBound),
            value: value,
            unit: "count",
            source: SourceRevision(
                bundleIdentifier: "com.example.\(source)",
                name: source,
                productType: source == "watch" ? "Watch6,7" : nil
            ),
            metadata: metadata
        )
    }

    private func explain(
        _ server: TestServer,
        user: String,
        type: String = "stepCount",
        _ words: [String] = []
    ) async throws -> CollectedOutput {
        let range = ["--start", "2025-11-30T08:00:00+01:00", "--end", "2025-11-30T09:00:00+01:00"]
        return try await server.run(
            ExplainCommand.command,
            { try await ExplainCommand.run($0, console: $1) },
            [type, "--user", user] + range + words
        ).output
    }

    private func push(to server: TestServer) async throws -> String {
        let user = try await server.user()
        let drafts = [
            sample("watch", 0..<20, 300), sample("watch", 40..<60, 500.5),
            sample("phone", 10..<50, 800), sample("tracker", 0..<70, 700),
            sample("notes", 25..<30, 77, metadata: ["HKWasUserEntered": .boolean(true)]),
            sample("watch", 33..<33, 9),
        ]
        let answer = try await server.admin.push(drafts, user: user)
        #expect(answer.stored == drafts.count)
        return user
    }

    @Test("The segments and the sum printed are the sum of the statistics")
    func addsUp() async throws {
        try await withServer { server in
            let user = try await push(to: server)
            let question = APIClient.Question(
                type: "stepCount",
                start: ZonedInstant(morning, offsetInMinutes: 60),
                end: ZonedInstant(Instant(seconds: 1_764_489_600), offsetInMinutes: 60)
            )
            let statistics = try await server.admin.statistics(question, user: user)
            let sum = try #require(statistics.sum)
            let answer = try await server.admin.explanation(question, user: user)
                .read(ExplanationAnswer.init)
            let added = answer.segments.reduce(0) { $0 + $1.contribution }
            #expect(abs(added - sum) < 1e-9 * sum)
            let output = try await explain(server, user: user)
            let rows = output.lines.filter { $0.hasPrefix("08:") || $0.hasPrefix("09:") }
            #expect(rows.count == answer.segments.count)
            #expect(output.row("sum") == ["sum", NumberText.decimal(sum, places: 3)])
        }
    }

    @Test("Sources have lanes in their order, what was typed in first")
    func lanes() async throws {
        try await withServer { server in
            let user = try await push(to: server)
            let output = try await explain(server, user: user)
            let labels = output.lines.filter { $0.contains("|") }.map {
                String($0.prefix { $0 != "|" }).trimmingSuffix(while: { $0 == " " })
            }
            #expect(labels == ["1 notes (typed in)", "2 watch", "3 phone", "4 tracker", "merged"])
            #expect(output.lines.allSatisfy { $0.count <= 80 })
            #expect(!output.out.contains("\u{1B}"))
            #expect(output.out.contains("•"))
        }
    }

    @Test("The parameters of statistics narrow and place what is explained")
    func narrowed() async throws {
        try await withServer { server in
            let user = try await push(to: server)
            let typed = try await explain(server, user: user, ["--user-entered", "only"])
            #expect(typed.row("sum") == ["sum", "77"])
            let strict = try await explain(server, user: user, ["--strict", "start,end"])
            #expect(strict.lines.allSatisfy { !$0.contains("tracker") })
            let paris = try await explain(server, user: user, ["--time-zone", "Asia/Tokyo"])
            #expect(paris.lines[0].contains("2025-11-30T16:00:00+09:00"))
            let recorded = try await explain(server, user: user, ["--time-zone", "recorded"])
            #expect(recorded.lines[0].hasSuffix("2025-11-30T08:00:00 to 2025-11-30T09:00:00"))
            #expect(recorded.row("sum") == (try await explain(server, user: user)).row("sum"))
            let sources = try await explain(
                server,
                user: user,
                ["--source", "00000000-0000-0000-0000-000000000000"]
            )
            #expect(sources.out.contains("No samples of the type count in this range."))
            await #expect(throws: CommandError.self) {
                try await explain(server, user: user, ["--value", "3"])
            }
        }
    }

    @Test("With --json the server's answer is printed as it is")
    func json() async throws {
        try await withServer { server in
            let user = try await push(to: server)
            let output = try await explain(server, user: user, ["--json"])
            #expect(output.lines.count == 2)
            try JSONParser().parse(output.out.utf8) { root in
                #expect(root["segments"]?.count ?? 0 > 5)
            }
        }
    }

    @Test("A unit that is asked for is used")
    func units() async throws {
        try await withServer { server in
            let user = try await server.user()
            var draft = sample("watch", 0..<20, 1)
            draft.type = "distanceWalkingRunning"
            draft.content = .quantity(value: 1, unit: "km")
            _ = try await server.admin.push([draft], user: user)
            let metres = try await explain(server, user: user, type: draft.type, ["--unit", "m"])
            #expect(metres.row("sum") == ["sum", "1,000"])
            #expect(metres.out.contains("distanceWalkingRunning in m,"))
        }
    }

    @Test("What cannot be explained is one clear line")
    func refusals() async throws {
        try await withServer { server in
            let user = try await server.user()
            for type in ["heartRate", "workout", "nonsense"] {
                await #expect(throws: CommandError.self) {
                    try await explain(server, user: user, type: type)
                }
            }
            await #expect(throws: CommandError.self) {
                try await explain(server, user: "nobody")
            }
            let words = ["explain", "stepCount", "--user", "nobody"] + server.options
            let range = ["--start", "2025-11-30T08:00:00Z", "--end", "2025-11-30T07:00:00Z"]
            #expect(await Tributary.run(words + range) == 1)
            let empty = try await explain(server, user: user)
            #expect(empty.out.contains("No samples of the type count in this range."))
        }
    }
}

extension StringProtocol {
    /// The text without some characters at its end.
    fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> String {
        var text = String(self)
        while let last = text.last, isTrimmed(last) { text.removeLast() }
        return text
    }
}
