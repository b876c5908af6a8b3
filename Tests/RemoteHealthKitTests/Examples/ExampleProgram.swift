import ChildProcesses
import Foundation
import TestSupport

/// An example of `Examples/`, run as a person would run it; it is gone with the value.
final class ExampleProgram: Sendable {
    private let process: RunningProgram
    private let folder: URL

    /// Starts an example as the app of a store.
    ///
    /// - Parameters:
    ///   - words: Its arguments.
    ///   - store: The server, the person and the app; nil for an environment that names none.
    ///   - timeZone: Where the person is.
    ///   - input: What the person types.
    init(
        _ name: String,
        _ words: [String] = [],
        store: RemoteStore?,
        timeZone: String = "UTC",
        input: String = ""
    ) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("tributary-example-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        let folder = folder
        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
        try Data(input.utf8).write(to: folder.appendingPathComponent("in"))
        process = try RunningProgram(
            [Self.place(of: name)] + words,
            ChildSetting(
                environment: Self.environment(store, timeZone),
                input: .file(path("in")),
                output: .file(path("out")),
                errors: .file(path("err"))
            )
        )
    }

    deinit {
        // What stays in the temporary directory harms nobody.
        try? FileManager.default.removeItem(at: folder)
    }

    /// Waits until it has ended.
    func end(within limit: Duration = .seconds(60)) async throws -> ExampleRun {
        ExampleRun(
            status: try await process.waitForEnd(within: limit),
            output: try text("out"),
            errors: try text("err")
        )
    }

    /// What it wrote to standard error so far.
    func errors() throws -> String { try text("err") }

    /// Runs an example to its end.
    static func run(
        _ name: String,
        _ words: [String] = [],
        store: RemoteStore?,
        timeZone: String = "UTC",
        input: String = ""
    ) async throws -> ExampleRun {
        try await ExampleProgram(name, words, store: store, timeZone: timeZone, input: input).end()
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    private static func environment(_ store: RemoteStore?, _ timeZone: String) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment.filter {
            !$0.key.hasPrefix("TRIBUTARY_")
        }
        environment["TZ"] = timeZone
        environment["TRIBUTARY_SERVER"] = store?.url
        environment["TRIBUTARY_TOKEN"] = store?.token
        environment["NSHealthShareUsageDescription"] = "To show your day."
        environment["NSHealthUpdateUsageDescription"] = "To keep what you measure."
        return environment
    }

    /// Where the examples are: beside the tests, as `swift build --build-tests` puts them, unless
    /// `TRIBUTARY_TEST_EXAMPLES` names another folder.
    private static func place(of name: String) throws -> String {
        let chosen = ProcessInfo.processInfo.environment["TRIBUTARY_TEST_EXAMPLES"]
        let folder =
            chosen.map { URL(fileURLWithPath: $0) }
            ?? Bundle.main.executableURL?.deletingLastPathComponent()
        guard let program = folder?.appendingPathComponent(name),
            FileManager.default.isExecutableFile(atPath: program.path)
        else { throw MissingExample(name: name) }
        return program.path
    }
}

/// How an example ended.
struct ExampleRun: Sendable {
    /// Its exit status.
    let status: Int32
    /// What it showed.
    let output: String
    /// What it wrote to standard error.
    let errors: String

    /// The lines that it showed.
    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// What stands behind a label and a colon; nil where there is no such line.
    subscript(label: String) -> String? {
        lines.first { $0.hasPrefix(label + ": ") }.map { String($0.dropFirst(label.count + 2)) }
    }
}

/// An example that was not built.
private struct MissingExample: Error, CustomStringConvertible {
    let name: String
    var description: String { "\(name) was built; it comes with swift build --build-tests" }
}
