import Foundation
import TestSupport

/// An example of `Examples/`, run as a person would run it; it is gone with the value.
final class ExampleProgram: Sendable {
    private let process = Process()
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
        process.executableURL = try Self.place(of: name)
        process.arguments = words
        process.environment = Self.environment(store, timeZone)
        process.standardInput = try file("in", holding: input)
        process.standardOutput = try file("out")
        process.standardError = try file("err")
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        // What stays in the temporary directory harms nobody.
        try? FileManager.default.removeItem(at: folder)
    }

    /// Waits until it has ended.
    func end(within limit: Duration = .seconds(60)) async throws -> ExampleRun {
        try await eventually("the example ends", within: limit) { !process.isRunning }
        return ExampleRun(
            status: process.terminationStatus,
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

    private func file(_ name: String, holding text: String = "") throws -> FileHandle {
        let url = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: url)
        return try FileHandle(forUpdating: url)
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
    private static func place(of name: String) throws -> URL {
        let chosen = ProcessInfo.processInfo.environment["TRIBUTARY_TEST_EXAMPLES"]
        let folder =
            chosen.map { URL(fileURLWithPath: $0) }
            ?? Bundle.main.executableURL?.deletingLastPathComponent()
        guard let program = folder?.appendingPathComponent(name),
            FileManager.default.isExecutableFile(atPath: program.path)
        else { throw MissingExample(name: name) }
        return program
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
