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
        return try await StopSignals().interrupt { try await demo.run() }
    }
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
    var parentDirectory = TemporaryDirectory.standardParent

    /// Runs the demo; whatever it started is stopped when it returns or throws.
    func run() async throws {
        let server = TemporaryServer(
            name: "demo",
            isKept: isKept,
            parentDirectory: parentDirectory
        )
        let path = try await server.run { server in
            try await DemoPlay(week: week, server: server, console: console).run()
            return server.directory.path
        }
        guard isKept else { return }
        console.line()
        console.line("Kept in \(path); run it again with")
        console.line("  tributary serve --data-dir \(path)")
    }
}
