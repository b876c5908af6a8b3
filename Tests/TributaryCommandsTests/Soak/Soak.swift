import Foundation
import TestSupport

/// One soak: writers and readers over bad lines, faults, and the reckoning at the end.
struct Soak {
    private let settings: SoakSettings
    private let run = SoakRun()
    private let began = ContinuousClock.now

    /// A soak of some settings.
    init(_ settings: SoakSettings) { self.settings = settings }

    /// Carries it out and ends everything that it started; answers what differs.
    func carryOut() async throws -> [String] {
        say("\(settings.load), TRIBUTARY_SOAK_SEED=\(settings.seed)")
        let server = try await SoakServer(run)
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await carryOut(on: server))
        } catch {
            outcome = .failure(error)
        }
        run.phase = .abandoned
        // Also when the test was cancelled, nothing is left behind.
        try await Task.detached { try await server.close() }.value
        say("\(summary)")
        try outcome.get()
        return run.differences
    }

    private func carryOut(on server: SoakServer) async throws {
        let token = try server.data.adminToken()
        let cast = try await SoakCast(by: Caller(server.url, token: token), token: token)
        let lines = try makeLines(to: server)
        defer { lines.forEach { $0.end() } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await report() }
            let crew = SoakCrew(settings, run, cast, lines.map(\.url))
            let writers = Task { try await crew.write() }
            let readers = Task { try await crew.read() }
            group.addTask { try await crew.askForTotals() }
            defer { run.phase = .abandoned }
            try await load(on: server)
            run.phase = .settling
            let ledgers = try await waitAtMost(for: writers)
            // Requests whose answers were lost may be at work yet; a stop waits for them.
            try await server.restart()
            run.phase = .closing
            let views = try await waitAtMost(for: readers)
            group.cancelAll()
            say("reckoning \(summary)")
            try await SoakReckoning(
                run: run,
                cast: cast,
                url: server.url,
                ledgers: ledgers,
                views: views
            ).check()
            try await verify(server)
        }
    }

    private func load(on server: SoakServer) async throws {
        var faults = SoakFaults(server, run, settings)
        try await faults.carryOn(until: ContinuousClock.now + settings.load)
    }

    /// One line for each: writers, readers, who asks for totals.
    private func makeLines(to server: SoakServer) throws -> [FaultyLine] {
        try (0..<SoakCrew.writers).map {
            try FaultyLine(settings.generator(.writerLine, $0), run) { server.port }
        }
            + (0...SoakReader.roles.count).map {
                try FaultyLine(settings.generator(.readerLine, $0), run) { server.port }
            }
    }

    /// Waits for those who finish by themselves, two minutes at most.
    private func waitAtMost<Answer: Sendable>(
        for task: Task<Answer, any Error>
    ) async throws -> Answer {
        let run = run
        let alarm = Task {
            try await Task.sleep(for: .seconds(120))
            run.phase = .abandoned
        }
        defer { alarm.cancel() }
        return try await task.value
    }

    private func verify(_ server: SoakServer) async throws {
        let program = try Program(["verify", "--data-dir", server.data.path], in: server.folder)
        let status = try await program.waitForEnd(within: .seconds(600))
        if status != 0 || !program.output.contains("0 differences") {
            run.differ("verify: \(program.output)\(program.errors)")
        }
    }

    /// Prints a line each ten seconds until it is cancelled.
    private func report() async throws {
        while true {
            do {
                try await Task.sleep(for: .seconds(10))
            } catch {
                return
            }
            say("\(run.phase) \(summary)")
        }
    }

    private var summary: String {
        let seconds = (ContinuousClock.now - began).components.seconds
        let counts = run.counts
        return "\(seconds / 60) min \(seconds % 60) s, kills of server \(counts.serverKills), "
            + "kills of PostgreSQL \(counts.databaseKills), cuts \(counts.cuts), "
            + "restarts \(counts.restarts), batches \(counts.batches), "
            + "retries \(counts.retries), samples acknowledged \(counts.acknowledged), "
            + "replacements \(counts.replacements), deletions \(counts.deletions), "
            + "reads \(counts.reads), differences \(run.differences.count)"
    }
}
