import Foundation
import HTTPClient
import HealthModel
import HealthOutbox
import JSON
import Synchronization
import TestSupport
import Testing

@testable import TributaryCommands

@Suite("Pushing what is dropped into a directory", .offPool, .timeLimit(.minutes(2)))
struct PushTests {
    private let directory = TemporaryDirectory()
    private var outbox: String { directory.path + "/outbox" }
    private let id = "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f"

    /// A minute of steps, one for each minute of a day.
    private func step(_ minute: Int, uuid: String? = nil, unit: String = "count") -> String {
        func time(_ minute: Int) -> String {
            let (hour, rest) = (String(minute / 60 + 100), String(minute % 60 + 100))
            return "2026-11-29T\(hour.suffix(2)):\(rest.suffix(2)):00Z"
        }
        let member = uuid.map { #""uuid":"\#($0)","# } ?? ""
        return #"{\#(member)"type":"stepCount","start":"\#(time(minute))","#
            + #""end":"\#(time(minute + 1))","value":1,"unit":"\#(unit)","#
            + #""source":{"bundleIdentifier":"com.example.phone"}}"#
    }

    private func drop(_ text: String, as name: String) throws {
        try FileManager.default.createDirectory(
            atPath: outbox,
            withIntermediateDirectories: true
        )
        _ = try directory.write(text.utf8, as: "outbox/" + name)
    }

    private func push(
        _ server: TestServer,
        _ user: String,
        _ words: [String] = []
    ) async throws -> (status: Int32, output: CollectedOutput) {
        try await server.run(
            PushCommand.command,
            { try await PushCommand.run($0, console: $1) },
            [outbox, "--user", user] + words
        )
    }

    private func steps(_ server: TestServer, _ user: String) async throws -> Double? {
        let path = APIPath.user(
            user,
            ["statistics", "stepCount"],
            query: [("start", "2026-11-29T00:00:00Z"), ("end", "2026-11-30T00:00:00Z")]
        )
        return try await server.admin.call("GET", path) { $0["sum"]?.double }
    }

    @Test("Samples and deletions arrive, and dropping them again changes nothing")
    func wholeRun() async throws {
        try await withServer { server in
            let user = try await server.user()
            let lines = (0..<7).map { step($0) }.joined(separator: "\n")
            let samples = "{\"samples\":[\n\(step(7, uuid: id)),\n\(step(8))]}"
            for round in 0...1 {
                try drop(lines, as: "1.ndjson")
                if round == 0 { try drop(samples, as: "2.json") }
                try drop(#"{"uuids":["\#(id)"]}"#, as: "3.json")
                let (status, output) = try await push(server, user, ["--batch", "3"])
                #expect(status == 0)
                #expect(output.error.isEmpty)
                #expect(
                    output.row(round == 0 ? "done" : "duplicate").dropFirst()
                        == (round == 0 ? ["9", "1"] : ["7", "1"])
                )
                #expect(try await steps(server, user) == 8)
            }
            let (status, output) = try await push(server, user, ["--json"])
            #expect(status == 0)
            #expect(
                output.out == #"{"complete":true,"files":0,"batches":0,"waiting":0,"#
                    + #""samples":{"stored":0,"replaced":0,"duplicate":0,"ignored":0,"rejected":0},"#
                    + #""deletions":{"deleted":0,"duplicate":0,"rejected":0},"refused":{},"#
                    + #""setAside":[],"damaged":0}"# + "\n"
            )
        }
    }

    @Test("What is refused or cannot be read is kept, told, and no success")
    func refusals() async throws {
        try await withServer { server in
            let user = try await server.user()
            try drop(
                [step(0), step(1, unit: "kg"), "{\"type\":", step(2)].joined(separator: "\n"),
                as: "1.ndjson"
            )
            try drop("{", as: "2.json")
            let (status, output) = try await push(server, user)
            #expect(status == 1)
            #expect(output.row("done").dropFirst() == ["2", "0"])
            #expect(output.row("rejected").dropFirst() == ["2", "0"])
            #expect(output.out.contains("malformedJSON 1, unitMismatch 1"))
            #expect(output.out.contains("1 file taken, 1 batch sent, 0 waiting\n"))
            #expect(output.out.contains("\n1 file is in "))
            #expect(output.error.hasPrefix("2.json: "))
            let rejected = try FileManager.default.contentsOfDirectory(atPath: outbox + "/rejected")
            let file = try String(
                contentsOfFile: "\(outbox)/rejected/\(try #require(rejected.first))",
                encoding: .utf8
            )
            #expect(file.contains(#"{"code":"unitMismatch","field":"unit","#))
            #expect(file.contains(#""sample":\#(step(1, unit: "kg"))}"#))
            #expect(file.contains(#""text":"{\"type\":"}"#))
            #expect(try await steps(server, user) == 2)
        }
    }

    @Test("A token that is refused stops the push, and the next one sends what was kept")
    func wrongToken() async throws {
        try await withServer { server in
            let user = try await server.user()
            try drop(step(0), as: "1.ndjson")
            let arguments = try Arguments(
                [outbox, "--user", user, "--server", server.url, "--token", "trib_c_wrong"],
                of: PushCommand.command,
                environment: [:]
            )
            let output = CollectedOutput()
            let error = await #expect(throws: CommandError.self) {
                try await PushCommand.run(arguments, console: output.console())
            }
            #expect(error?.description.hasPrefix("unauthenticated: ") == true)
            #expect(output.out.contains("1 waiting"))
            #expect(try await push(server, user).status == 0)
            #expect(try await steps(server, user) == 1)
        }
    }

    @Test("Answers that a real server gave and that were lost count every sample once")
    func lostAnswers() async throws {
        try await withServer { server in
            let user = try await server.user()
            let generator = Mutex(SeededGenerator())
            print("lost answers: seed \(generator.withLock { $0.seed })")
            let client = try AsyncHTTPClient(baseURL: server.url, token: server.adminToken)
            let destination = OutboxDestination(user: user) { request in
                let fate = generator.withLock { Int.random(in: 0...3, using: &$0) }
                if fate == 0 { throw HTTPClientError(.connection, "cut before") }
                let response = try await client.send(request)
                if fate == 1 { throw HTTPClientError(.timeout, "cut behind") }
                return response
            }
            let outbox = try HealthOutbox(
                directory: outbox,
                settings: OutboxSettings(samplesPerBatch: 40, retries: .endless)
            )
            let lines = (0..<1000).map { step($0) + "\n" }.joined()
            let batches = try await outbox.append(samples: Array(lines.utf8))
            let result = await outbox.drain(to: destination, clock: RetryClock(wait: { _ in }))
            #expect(result.end == .empty)
            #expect(result.tally.samples == [.stored: 1000])
            #expect(result.tally.batches == batches.count)
            #expect(try await steps(server, user) == 1000)
        }
    }

    @Test("A watch takes what comes, waits for what passes, and ends when it is told to")
    func watching() async throws {
        try await withServer { server in
            let user = try await server.user()
            let (looks, look) = AsyncStream.makeStream(of: Void.self)
            let isDown = Mutex(true)
            let client = try AsyncHTTPClient(baseURL: server.url, token: server.adminToken)
            let output = CollectedOutput()
            let push = OutboxPush(
                outbox: try HealthOutbox(
                    directory: outbox,
                    settings: OutboxSettings(retries: .endless)
                ),
                destination: OutboxDestination(user: user) { request in
                    if isDown.withLock({ down in
                        defer { down = false }
                        return down
                    }) {
                        throw HTTPClientError(.connection, "nobody there")
                    }
                    return try await client.send(request)
                },
                interval: .seconds(7),
                console: output.console(),
                clock: RetryClock(wait: { pause in
                    guard pause == .seconds(7) else { return }
                    look.yield()
                    try Task.checkCancellation()
                    await Task.yield()
                })
            )
            try drop(step(0), as: "1.ndjson")
            let run = Task { await push.run() }
            for await _ in looks { break }
            try drop(step(1) + "\n" + step(2, unit: "kg"), as: "2.ndjson")
            try await eventually("the second file arrives") {
                try await steps(server, user) == 2
            }
            run.cancel()
            let summary = await run.value
            #expect(summary.files == 2)
            #expect(summary.tally.samples == [.stored: 2, .rejected: 1])
            // What is refused is told when it is, as a watch may go on for months.
            let told = output.error.split(separator: "\n")
            #expect(told.first == "waiting for the server: nobody there")
            #expect(told.count == 2)
            #expect(told.last?.hasPrefix("refused, and kept in rejected/") == true)
            #expect(told.last?.hasSuffix(".ndjson: unitMismatch 1") == true)
        }
    }

    @Test("Simulated devices keep what could not be sent, and send it first the next time")
    func simulation() async throws {
        try await withServer { server in
            let user = try await server.user()
            let words = ["--user", user, "--days", "1", "--seed", "9", "--outbox", outbox]
            // The samples are kept while the server refuses; the rest of the command does not.
            let week = try SimulationOptions(
                Arguments(words, of: SimulateCommand.command, environment: [:])
            ).week(before: .now)
            let pushes = week.pushes(size: 500)
            let refused = OutboxDestination(user: user) { _ in
                ClientResponse(status: 401, headers: ResponseHeaders(pairs: []), body: [])
            }
            await #expect(throws: CommandError.self) {
                try await DeviceOutboxes(in: outbox, to: week.devices.map { _ in refused })
                    .send(pushes)
            }
            let (status, output) = try await server.run(
                SimulateCommand.command,
                { try await SimulateCommand.run($0, console: $1) },
                words
            )
            #expect(status == 0)
            // What was kept is stored; the same days once more are duplicates.
            let row = output.row("StepBand")
            #expect(row.dropFirst().first == "\(2 * pushes.count { $0.device == 2 })")
            #expect(row[3] != "0" && row[4] != "0" && row[5] == "0")
        }
    }
}
