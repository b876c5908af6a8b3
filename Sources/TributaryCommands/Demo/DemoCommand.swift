import Foundation
import HealthModel
import HealthService

/// `tributary demo`: a server of its own, three simulated devices, and what comes out.
enum DemoCommand {
    static let command = Command(
        path: ["demo"],
        summary: "Show it all: three simulated devices, a week, the merged totals",
        options: SimulationOptions.options + [
            Option(name: "--keep", value: nil, help: "leave the data directory when done")
        ],
        notes: """
            Starts a server with its own PostgreSQL in a temporary directory, on a free port of
            this machine alone. Server and directory are gone when the command ends, also by Ctrl-C.
            """
    ) { arguments in
        let options = try SimulationOptions(arguments)
        let demo = Demo(
            week: options.week(before: .now),
            isKept: arguments.isSet("--keep"),
            console: .standard
        )
        return try await run(demo, until: StopSignals())
    }

    /// Runs a demo until it ends or a signal comes; then everything is taken down, too.
    private static func run(_ demo: Demo, until stop: StopSignals) async throws -> Int32 {
        try await withThrowingTaskGroup(of: Int32.self) { group in
            group.addTask {
                try await demo.run()
                return 0
            }
            group.addTask {
                _ = await stop.wait()
                return interrupted
            }
            defer { group.cancelAll() }
            let status = try await group.next() ?? 0
            guard status == interrupted else { return status }
            group.cancelAll()
            // What the demo failed with is the interruption; it has cleaned up by then.
            _ = await group.nextResult()
            printError("interrupted: the server is stopped")
            return status
        }
    }

    /// What a shell reports for a program that SIGINT ended.
    private static let interrupted: Int32 = 130
}

/// A demo, from an empty directory to the last table.
struct Demo: Sendable {
    /// The simulated days.
    let week: SimulatedWeek
    /// Whether the data directory stays.
    let isKept: Bool
    /// Where everything is printed.
    let console: Console
    /// Where the directory of the server is made.
    var parentDirectory = DemoDirectory.standardParent

    /// Runs the demo; whatever it started is stopped when it returns or throws.
    func run() async throws {
        let directory = try DemoDirectory(in: parentDirectory)
        defer { if !isKept { directory.remove() } }
        let server = try await start(in: directory.path)
        let outcome: Result<Void, any Error>
        do {
            try Task.checkCancellation()
            try await DemoPlay(week: week, server: server, console: console).run()
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        // A task of its own: an interrupted demo stops its server like any other.
        await Task { await server.stop() }.value
        if isKept {
            console.line()
            console.line("Kept in \(directory.path); run it again with")
            console.line("  tributary serve --data-dir \(directory.path)")
        }
        try outcome.get()
    }

    private func start(in path: String) async throws -> RunningServer {
        var configuration = try ServerConfiguration(
            Arguments(
                ["--port", "0", "--data-dir", path, "--drain-seconds", "2"],
                of: ServeCommand.command,
                environment: [:]
            )
        )
        // The demo's server has a token of its own, whatever this machine's server is told.
        configuration.adminToken = nil
        return try await RunningServer.start(configuration, log: .silent) {}
    }
}
