import Foundation
import HealthService

/// A server in a directory of its own that is gone afterwards: for the demo and the benchmark.
enum TemporaryServer {
    /// Starts a server, runs the closure and takes everything away again, whatever happens.
    ///
    /// A signal that asks the program to stop ends it after the same cleaning up.
    static func run<Answer: Sendable>(
        name: String,
        _ body: @escaping @Sendable (RunningServer) async throws -> Answer
    ) async throws -> Answer {
        let directory = ServerDirectory(path: try makeDirectory(name))
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        let server = try await RunningServer.start(
            ServerConfiguration(temporary: directory),
            log: .silent,
            onFailure: {}
        )
        let outcome = await Self.outcome { try await body(server) }
        await server.stop()
        return try outcome.get()
    }

    /// Runs work until it is done or a signal comes.
    private static func outcome<Answer: Sendable>(
        _ body: @escaping @Sendable () async throws -> Answer
    ) async -> Result<Answer, any Error> {
        let stop = StopSignals()
        return await withTaskGroup(of: Result<Answer, any Error>.self) { group in
            group.addTask {
                do {
                    return .success(try await body())
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                _ = await stop.wait()
                return .failure(CommandError("stopped"))
            }
            let first = await group.next() ?? .failure(CommandError("stopped"))
            group.cancelAll()
            return first
        }
    }

    /// Makes a directory whose parents the database's own user may pass.
    private static func makeDirectory(_ name: String) throws -> String {
        let path = "/tmp/tributary-\(name)-\(ProcessInfo.processInfo.processIdentifier)"
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o755]
            )
        } catch {
            throw CommandError("the directory \(path) cannot be made")
        }
        return path
    }
}
