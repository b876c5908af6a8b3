import ChildProcesses
import Foundation
import HealthModel
import Synchronization
import TestSupport
import Testing

@testable import TributaryCommands

@Suite("The demo", .offPool, .serialized, .timeLimit(.minutes(3)))
struct DemoTests {
    private func demo(
        days: Int = 2,
        in directory: TemporaryDirectory,
        isKept: Bool = false,
        to output: CollectedOutput
    ) throws -> Demo {
        let now = try #require(RFC3339.parse("2026-11-30T12:00:00+01:00")).instant
        let zone = try #require(Zone(identifier: "Europe/Paris"))
        return Demo(
            week: SimulatedWeek(seed: 1, days: days, before: now, zone: zone),
            isKept: isKept,
            console: output.console(),
            parentDirectory: directory.path
        )
    }

    /// The numbers of a row, without the words in front.
    private func numbers(_ words: [String]) -> [Int] {
        words.compactMap { Int($0.filter { $0 != "," }) }
    }

    @Test("It runs to its end, its tables add up, and nothing stays")
    func wholeDemo() async throws {
        let directory = TemporaryDirectory()
        let output = CollectedOutput()
        try await demo(in: directory, to: output).run()
        #expect(directory.names.isEmpty)
        #expect(output.error.isEmpty)
        #expect(output.lines.allSatisfy { $0.count <= 80 })
        try checkRights(output)
        try checkPushes(output)
        try checkSteps(output)
        try checkOccasions(output)
        try checkExplanation(output)
    }

    private func checkOccasions(_ output: CollectedOutput) throws {
        func numbers(_ prefix: String) throws -> [Double] {
            let line = try #require(output.lines.first { $0.hasPrefix(prefix) })
            return line.split(whereSeparator: { " ;/()".contains($0) })
                .compactMap { word in
                    Double(word.filter { $0 != "," }.trimmingSuffix("."))
                }
        }
        let sleep = try numbers("Last night:")
        try #require(sleep.count == 5)
        // The stages fall into the time in bed, and each is rounded by itself.
        #expect((5...10).contains(sleep[0]) && sleep[1] > 4 && sleep[1] < sleep[0])
        #expect(abs(sleep[2] + sleep[3] + sleep[4] - sleep[1]) < 0.2)
        let workout = try numbers("Last workout:")
        try #require(workout.count == 4)
        #expect(workout.allSatisfy { $0 > 0 })
        #expect((60...220).contains(workout[3]))
        let pressure = try numbers("Blood pressure:")
        #expect(pressure.count == 3 && pressure[1] > pressure[2])
    }

    private func checkRights(_ output: CollectedOutput) throws {
        let sync = try #require(output.lines.first { $0.hasPrefix("Sync") })
        #expect(sync.contains("steps, distance, energy, heart rate") && sync.hasSuffix("nothing"))
        let reader = try #require(output.lines.first { $0.hasPrefix("Dashboard") })
        #expect(reader.hasSuffix("steps, distance, heart rate,"))
        #expect(output.lines.count { $0.hasSuffix("sleep, workouts, blood pressure") } == 2)
        let views = output.lines.drop { !$0.hasPrefix("who asks") }
        #expect(try #require(views.first { $0.hasPrefix("Dashboard") }).contains("no data"))
    }

    private func checkPushes(_ output: CollectedOutput) throws {
        let lines = output.lines.drop { !$0.hasPrefix("device") }
        for device in ["Robin's iPhone", "Robin's Apple Watch", "StepBand"] {
            let line = try #require(lines.first { $0.hasPrefix(device) })
            let counts = numbers(line.split(separator: " ").map(String.init))
            #expect(counts.count == 5)
            #expect(counts[1] == counts[2] + counts[3])
            #expect(counts[3] > 0 && counts[4] == 0)
        }
    }

    private func checkSteps(_ output: CollectedOutput) throws {
        let days = ["Sat", "Sun"].map { numbers(Array(output.row($0).dropFirst(2))) }
        let total = numbers(output.row("total"))
        for row in days + [total] {
            try #require(row.count == 5)
            // Each number is rounded by itself.
            #expect(abs(row[0] + row[1] + row[2] - row[3]) <= 2)
            #expect(row[4] < row[3])
            #expect(row[4] >= row[0...2].max() ?? 0)
        }
        for column in 0..<5 {
            #expect(abs(days[0][column] + days[1][column] - total[column]) <= 1)
        }
        #expect(numbers(output.row("operator")).first == total[4])
        #expect(numbers(Array(output.row("Dashboard"))).isEmpty)
    }

    private func checkExplanation(_ output: CollectedOutput) throws {
        let lanes = output.lines.filter { $0.contains("|") }
        #expect(lanes.count >= 3)
        #expect(lanes.dropLast().contains { $0.contains("░") })
        let rows = output.lines.filter { $0.contains("  ") && $0.dropFirst(2).hasPrefix(":") }
        let added = rows.reduce(0.0) { sum, row in
            let cells = row.split(separator: "  ", omittingEmptySubsequences: true)
                .map { $0.filter { $0 != " " && $0 != "," } }
            return sum + (cells.count > 3 ? Double(cells[3]) ?? .nan : .nan)
        }
        let sum = try #require(output.row("sum").last.flatMap { Double($0.filter { $0 != "," }) })
        #expect(abs(added - sum) < 0.001 * Double(rows.count))
    }

    @Test("An interrupted demo stops its server and leaves nothing")
    func interruption() async throws {
        let directory = TemporaryDirectory()
        let task = Mutex<Task<Void, any Error>?>(nil)
        let output = CollectedOutput { text in
            // By then the server runs and everybody is created.
            if text.hasPrefix("server") { task.withLock { $0?.cancel() } }
        }
        let demo = try demo(days: 30, in: directory, to: output)
        let running = task.withLock { task in
            let running = Task { try await demo.run() }
            task = running
            return running
        }
        await #expect(throws: (any Error).self) { try await running.value }
        #expect(directory.names.isEmpty)
        #expect(!output.out.contains("Steps, day by day"))
    }

    @Test("A demo that is kept leaves a data directory that a server can use")
    func keeping() async throws {
        let directory = TemporaryDirectory()
        let output = CollectedOutput()
        try await demo(days: 1, in: directory, isKept: true, to: output).run()
        let name = try #require(directory.names.first)
        let path = directory.path + "/" + name
        #expect(output.out.contains("tributary serve --data-dir \(path)"))
        #expect(FileManager.default.fileExists(atPath: path + "/admin-token"))
        #expect(!FileManager.default.fileExists(atPath: path + "/address"))
    }

    @Test("A place where nothing can be made is one clear line")
    func noPlace() async throws {
        let directory = TemporaryDirectory()
        let now = Instant(seconds: 1_796_022_000)
        let zone = try #require(Zone(identifier: "UTC"))
        let demo = Demo(
            week: SimulatedWeek(seed: 1, days: 1, before: now, zone: zone),
            isKept: false,
            console: CollectedOutput().console(),
            parentDirectory: directory.path + "/missing"
        )
        await #expect(throws: CommandError.self) { try await demo.run() }
    }
}

@Suite("The program in a process of its own", .offPool, .serialized, .timeLimit(.minutes(3)))
struct ProgramTests {
    /// The program that was built beside the tests.
    private static let program: String? = {
        let tests = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let folder = URL(fileURLWithPath: tests ?? "/").deletingLastPathComponent()
        let program = folder.appendingPathComponent("tributary").path
        return FileManager.default.isExecutableFile(atPath: program) ? program : nil
    }()

    @Test(
        "A demo that a signal ends is gone without a trace",
        .enabled(if: program != nil),
        arguments: [SIGINT, SIGTERM]
    )
    func signals(number: Int32) async throws {
        let directory = TemporaryDirectory()
        let pipe = try ChildPipe()
        let demo = try RunningProgram(
            [try #require(Self.program), "demo", "--days", "60"],
            ChildSetting(
                environment: ["TMPDIR": directory.path, "PATH": "/usr/bin:/bin"],
                output: pipe.writer
            )
        )
        // The first text comes when the server runs.
        #expect(!pipe.read().isEmpty)
        demo.signal(number)
        let status = try await demo.waitForEnd(within: .seconds(120))
        withExtendedLifetime(pipe) {}
        #expect(status == 130)
        #expect(directory.names.isEmpty)
    }
}

@Suite("Simulated devices on a running server", .offPool, .timeLimit(.minutes(2)))
struct SimulateTests {
    @Test("Three devices are pushed, and pushing them again changes nothing")
    func twice() async throws {
        try await withServer { server in
            let user = try await server.user()
            func simulate() async throws -> CollectedOutput {
                try await server.run(
                    SimulateCommand.command,
                    { try await SimulateCommand.run($0, console: $1) },
                    ["--user", user, "--days", "2", "--seed", "9"]
                ).output
            }
            let first = try await simulate()
            let names = try await server.admin.sources(user: user).map(\.name).sorted()
            #expect(names == ["Robin's Apple Watch", "Robin's iPhone", "StepBand"])
            #expect(first.row("StepBand").last == "0")
            let second = try await simulate()
            let counts = second.row("StepBand")
            #expect(counts[3] == "0" && counts[2] == counts[4])
        }
    }
}

extension String {
    /// The text without a suffix, if it ends in it.
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
