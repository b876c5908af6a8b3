import Foundation
import HTTPClient

/// What a server takes that is a process of its own: time to start, memory, threads.
struct ProcessBench: Sendable {
    /// How much is done.
    let plan: BenchPlan
    /// The program that is measured.
    let program: ServedProgram

    private static let readers = 16

    /// One value a repetition.
    private struct Found {
        var first: [Double] = []
        var database: [Double] = []
        var again: [Double] = []
        var idle: [ProcessStatus] = []
        var loaded: [ProcessStatus] = []
    }

    /// Measures, each repetition in a fresh directory.
    func run(_ progress: BenchProgress) async throws -> [BenchFigure] {
        try await onThread {
            var found = Found()
            for repetition in 1...plan.repetitions {
                try progress.note("bench: process, repetition \(repetition)")
                try measure(&found)
            }
            return figures(found)
        }
    }

    private func measure(_ found: inout Found) throws {
        let temporary = try TemporaryDirectory(
            named: "bench",
            in: TemporaryDirectory.standardParent
        )
        defer { temporary.remove() }
        let directory = ServerDirectory(path: temporary.path)
        found.first.append(try start(directory).seconds)
        var database: Database?
        found.database.append(
            try seconds { database = try Database.open(url: nil, directory: directory) { _ in } }
        )
        database?.close()
        let (server, time) = try start(directory)
        found.again.append(time)
        // What goes on behind the scenes has begun by then.
        usleep(300_000)
        found.idle.append(try server.status())
        try load(server.calls)
        found.loaded.append(try server.status())
        server.stop()
    }

    /// Starts a server and gives the seconds until it was ready; it ends when it is let go.
    private func start(
        _ directory: ServerDirectory
    ) throws -> (server: ServingProcess, seconds: Double) {
        let start = ContinuousClock.now
        let server = try program.serve(directory)
        return (server, (ContinuousClock.now - start).seconds)
    }

    /// Pushes and then reads on many connections at once.
    private func load(_ calls: BenchCalls) throws {
        let work = IngestWork(
            perWorker: plan.batches,
            of: plan.batchSize,
            workers: Self.readers,
            seed: 1
        )
        let ingest = HTTPIngest(calls: calls)
        let users = try calls.createUsers(work.users)
        _ = try ingest.run(ingest.spell(work, for: users))
        let timer = ReadTimer(calls: calls, count: max(plan.reads / 10, 1))
        for operation in [ReadOperation.changesPage, .yearOfDays] {
            let request = operation.request(user: users[0])
            _ = try timer.times(of: request, connections: Self.readers)
        }
    }

    private func figures(_ found: Found) -> [BenchFigure] {
        let bar = found.idle.map { _ in 40.0 }
        let idle = found.idle.map { Double($0.residentBytes) / 1e6 }
        let peak = found.loaded.map { Double($0.peakBytes) / 1e6 }
        return [
            BenchFigure("PostgreSQL alone, until ready", found.database, "s"),
            BenchFigure(
                "first start until ready, makes a cluster",
                found.first,
                "s",
                over: "PostgreSQL alone",
                found.database
            ),
            BenchFigure(
                "later start until ready",
                found.again,
                "s",
                over: "PostgreSQL alone",
                found.database
            ),
            BenchFigure("idle, resident", idle, "MB", over: "bar of 40 MB", bar),
            BenchFigure("idle, anonymous", megabytes(found.idle, \.anonymousBytes), "MB"),
            BenchFigure("idle, threads", found.idle.map { Double($0.threads) }),
            BenchFigure("loaded, resident at most", peak, "MB", over: "idle", idle),
            BenchFigure("after load, resident", megabytes(found.loaded, \.residentBytes), "MB"),
            BenchFigure("after load, threads", found.loaded.map { Double($0.threads) }),
        ]
    }

    private func megabytes(
        _ statuses: [ProcessStatus],
        _ part: (ProcessStatus) -> Int
    ) -> [Double] {
        statuses.map { Double(part($0)) / 1e6 }
    }
}
