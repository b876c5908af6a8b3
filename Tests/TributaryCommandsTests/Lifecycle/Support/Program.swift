import Foundation
import Synchronization
import TestSupport

/// The built program, run as a process of its own; it is gone with the value.
final class Program: Sendable {
    /// Its process number; its own until the value goes.
    let pid: pid_t
    /// Where its standard output goes.
    let outputFile: String
    /// Where its standard error goes.
    let errorFile: String

    private let status = Mutex<Int32?>(nil)

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
        pid = try spawn(
            command,
            environment: Self.environment(adding: environment),
            output: files.output,
            errors: files.errors
        )
    }

    deinit {
        guard exitStatus == nil else { return }
        kill(pid, SIGKILL)
        waitpid(pid, nil, 0)
    }

    /// What it wrote to standard output so far.
    var output: String { text(of: outputFile) }

    /// What it wrote to standard error so far.
    var errors: String { text(of: errorFile) }

    /// Sends it a signal, unless it has ended.
    func signal(_ number: Int32) {
        if exitStatus == nil { kill(pid, number) }
    }

    /// Its exit status once it has ended, 128 and the number if a signal ended it.
    var exitStatus: Int32? {
        status.withLock { status in
            if let status { return status }
            var raw: Int32 = 0
            guard waitpid(pid, &raw, WNOHANG) == pid else { return nil }
            let number = raw & 0x7F
            status = number == 0 ? (raw >> 8) & 0xFF : 128 + number
            return status
        }
    }

    /// Waits until it has ended and answers its exit status.
    func waitForEnd(within limit: Duration = .seconds(30)) async throws -> Int32 {
        try await eventually("the program ends", within: limit) { exitStatus != nil }
        return exitStatus ?? -1
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

    private static func environment(adding own: [String: String]) -> [String] {
        let ours = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("TRIBUTARY_") }
        return ours.merging(own) { _, new in new }.map { "\($0.key)=\($0.value)" }
    }

    private func text(of file: String) -> String {
        FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

/// Starts a program that has no open files but the standard three.
private func spawn(
    _ words: [String],
    environment: [String],
    output: String,
    errors: String
) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let flags = O_WRONLY | O_CREAT | O_APPEND
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, flags, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, flags, 0o600)
    // Whoever outlives the test would keep another test's sockets open.
    for descriptor in openDescriptors() where descriptor > 2 {
        posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    var pid: pid_t = 0
    let status = withCStrings(words) { argv in
        withCStrings(environment) { envp in
            argv[0].map { posix_spawnp(&pid, $0, &actions, nil, argv, envp) } ?? EINVAL
        }
    }
    guard status == 0 else {
        throw Unexpected("\(words) starts: \(String(cString: strerror(status)))")
    }
    return pid
}

/// The descriptors that are open now; closing one that is gone meanwhile does no harm.
private func openDescriptors() -> [Int32] {
    // Without /proc the usual limit stands in for the true list.
    let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    return names?.compactMap { Int32($0) } ?? Array(3..<1024)
}

/// Lends an array of C strings with a null pointer behind the last.
private func withCStrings<Answer>(
    _ strings: [String],
    _ body: ([UnsafeMutablePointer<CChar>?]) -> Answer
) -> Answer {
    let copies = strings.map { strdup($0) } + [nil]
    defer { copies.forEach { free($0) } }
    return body(copies)
}
