import HealthService

/// A server in a directory of its own that is gone afterwards: for the demo and the benchmark.
struct TemporaryServer: Sendable {
    /// What it is for; part of the directory's name.
    let name: String
    /// Whether the data directory stays.
    var isKept = false
    /// How many may wait for changes at once.
    var waiterLimit = 4096
    /// Where the directory is made.
    var parentDirectory = TemporaryDirectory.standardParent

    /// Starts the server, runs the closure, and takes down whatever was started.
    func run<Answer: Sendable>(
        _ body: (RunningServer) async throws -> Answer
    ) async throws -> Answer {
        let directory = try TemporaryDirectory(named: name, in: parentDirectory)
        defer { if !isKept { directory.remove() } }
        var configuration = ServerConfiguration(temporary: ServerDirectory(path: directory.path))
        configuration.waiterLimit = waiterLimit
        configuration.connectionLimit = max(configuration.connectionLimit, 2 * waiterLimit)
        let server = try await RunningServer.start(configuration, log: .silent) {}
        let outcome: Result<Answer, any Error>
        do {
            try Task.checkCancellation()
            outcome = .success(try await body(server))
        } catch {
            outcome = .failure(error)
        }
        // A task of its own: whatever is interrupted stops its server like any other.
        await Task { await server.stop() }.value
        return try outcome.get()
    }
}
