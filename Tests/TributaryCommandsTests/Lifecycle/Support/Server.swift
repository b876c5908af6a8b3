import Foundation
import HTTPClient
import TestSupport

/// A server that was started as a process and listens.
struct Server: Sendable {
    /// Its process.
    let program: Program
    /// Its data directory.
    let data: DataFolder
    /// Where it answers, by its own words.
    let url: String

    /// Starts a server on any port and waits until it listens.
    ///
    /// - Parameters:
    ///   - data: the data directory's name in the folder.
    ///   - isPrepared: whether a directory that is not there is copied from one with a cluster,
    ///     which is quicker than to have the server make one.
    static func start(
        in folder: TemporaryFolder,
        data: String = "data",
        isPrepared: Bool = true,
        options: [String] = [],
        environment: [String: String] = [:],
        launcher: [String] = []
    ) async throws -> Server {
        let data = DataFolder(path: "\(folder.path)/\(data)")
        if isPrepared { try await PreparedData.provide(data, in: folder) }
        let program = try Program(
            ["serve", "--port", "0", "--data-dir", data.path] + options,
            in: folder,
            environment: environment,
            launcher: launcher
        )
        return Server(program: program, data: data, url: try await address(of: program))
    }

    /// Waits for the first line and reads the address in it.
    ///
    /// - Throws: `Unexpected` with what was printed instead.
    static func address(of program: Program) async throws -> String {
        try await eventually("the server prints a line, or ends", within: .seconds(60)) {
            program.output.contains("\n") || program.exitStatus != nil
        }
        let line = program.output.prefix { $0 != "\n" }
        guard let event = try? JSONDecoder().decode(Listening.self, from: Data(line.utf8)),
            event.event == "listening"
        else {
            throw Unexpected(
                "the server listens; it printed \(program.output)\(program.errors)"
            )
        }
        return event.url
    }

    /// Asks it to stop and answers its exit status.
    func stop(by signal: Int32 = SIGTERM) async throws -> Int32 {
        program.signal(signal)
        return try await program.waitForEnd()
    }

    /// A caller with the admin token of the data directory.
    func admin() throws -> Caller {
        try Caller(url, token: data.adminToken())
    }
}

private struct Listening: Decodable {
    let event: String
    let url: String
}
