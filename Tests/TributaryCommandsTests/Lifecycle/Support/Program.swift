import ChildProcesses
import Foundation
import TestSupport

/// The built program, run as a process of its own; it is gone with the value.
final class Program: Sendable {
    /// Where its standard output goes.
    let outputFile: String
    /// Where its standard error goes.
    let errorFile: String

    private let process: RunningProgram

    /// Starts the program with these words.
    ///
    /// - Parameters:
    ///   - folder: where its output is kept.
    ///   - environment: added to `PATH` and the like, and to nothing of ours called `TRIBUTARY_`.
    ///   - launcher: the words of a program that runs it, such as `setpriv`.
    convenience init(
        _ words: [String],
        in folder: TemporaryFolder,
        environment: [String: String] = [:],
        launcher: [String] = []
    ) throws {
        try self.init(
            command: launcher + [try Self.path()] + words,
            in: folder,
            environment: environment
        )
    }

    /// Starts another program.
    init(
        command: [String],
        in folder: TemporaryFolder,
        environment: [String: String] = [:]
    ) throws {
        let files = folder.newOutputFiles()
        (outputFile, errorFile) = files
        process = try RunningProgram(
            command,
            ChildSetting(
                environment: Self.environment(adding: environment),
                output: .file(files.output),
                errors: .file(files.errors)
            )
        )
    }

    /// Its process number; its own until the value goes.
    var pid: pid_t { process.pid }

    /// What it wrote to standard output so far.
    var output: String { text(of: outputFile) }

    /// What it wrote to standard error so far.
    var errors: String { text(of: errorFile) }

    /// Sends it a signal, unless it has ended.
    func signal(_ number: Int32) { process.signal(number) }

    /// Its exit status once it has ended, 128 and the number if a signal ended it.
    var exitStatus: Int32? { process.exitStatus }

    /// Waits until it has ended and answers its exit status.
    func waitForEnd(within limit: Duration = .seconds(30)) async throws -> Int32 {
        try await process.waitForEnd(within: limit)
    }

    /// Where the program is: beside the tests, as `swift build --build-tests` puts it, unless
    /// `TRIBUTARY_TEST_PROGRAM` names another.
    static func path() throws -> String {
        if let path = ProcessInfo.processInfo.environment["TRIBUTARY_TEST_PROGRAM"] { return path }
        let folder = Bundle.main.executableURL?.deletingLastPathComponent()
        let path = folder?.appendingPathComponent("tributary").path ?? "tributary"
        guard access(path, X_OK) == 0 else {
            throw Unexpected(
                "\(path) was built; it comes with swift build --build-tests"
            )
        }
        return path
    }

    private static func environment(adding own: [String: String]) -> [String: String] {
        let ours = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("TRIBUTARY_") }
        return ours.merging(own) { _, new in new }
    }

    private func text(of file: String) -> String {
        FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
