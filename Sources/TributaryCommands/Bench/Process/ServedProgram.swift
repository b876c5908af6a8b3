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

    private let process: Process

    fileprivate init(path: String, directory: ServerDirectory) throws {
        process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["serve", "--port", "0", "--data-dir", directory.path]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            throw CommandError("\(path) cannot be run")
        }
        // The line comes when all is ready; nothing else is ever printed.
        let line = output.fileHandleForReading.availableData
        guard !line.isEmpty, let url = directory.readAddress() else {
            process.terminate()
            throw CommandError("a server did not start; it gave up or printed nothing")
        }
        calls = BenchCalls(
            url: url,
            token: try directory.readAdminToken(),
            connectionString: Database.connectionString(of: directory),
            process: process.processIdentifier
        )
    }

    deinit {
        stop()
    }

    /// What it has at the moment.
    func status() throws -> ProcessStatus { try ProcessStatus(of: process.processIdentifier) }

    /// Asks it to end and waits until it has.
    func stop() {
        guard process.isRunning else { return }
        process.terminate()
        process.waitUntilExit()
    }
}
