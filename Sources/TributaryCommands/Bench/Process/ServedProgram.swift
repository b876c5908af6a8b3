import ChildProcesses
import Foundation

/// The program, to be run as a server that is a process of its own.
struct ServedProgram: Sendable {
    /// Where it is.
    let path: String

    /// The program that runs.
    static let thisProgram = ServedProgram(
        path: URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
    )

    /// Starts a server on a data directory and waits until it says that it listens.
    func serve(_ directory: ServerDirectory) throws -> ServingProcess {
        try ServingProcess(path: path, directory: directory)
    }
}

/// A server that runs as a process; it is gone with the value.
final class ServingProcess {
    /// How it is called.
    let calls: BenchCalls

    private let process: ChildProcess
    private var isRunning = true

    fileprivate init(path: String, directory: ServerDirectory) throws {
        let command = [path, "serve", "--port", "0", "--data-dir", directory.path]
        let pipe: ChildPipe
        do {
            pipe = try ChildPipe()
            process = try .spawn(command, ChildSetting(output: pipe.writer, hasOwnGroup: true))
        } catch {
            throw CommandError("\(error)")
        }
        // The line comes when all is ready; nothing else is ever printed.
        guard !pipe.read().isEmpty, let url = directory.readAddress() else {
            process.signal(SIGTERM)
            process.reap()
            throw CommandError("a server did not start; it gave up or printed nothing")
        }
        calls = BenchCalls(
            url: url,
            token: try directory.readAdminToken(),
            connectionString: Database(of: directory).ownerString,
            process: process.pid
        )
    }

    deinit {
        stop()
    }

    /// What it has at the moment.
    func status() throws -> ProcessStatus { try ProcessStatus(of: process.pid) }

    /// Asks it to end and waits until it has.
    func stop() {
        guard isRunning else { return }
        isRunning = false
        process.signal(SIGTERM)
        process.reap()
    }
}
