import HealthService
import Postgres

/// `tributary bench`: how fast it is, as ratios to a baseline of the same run.
enum BenchCommand {
    static let command = Command(
        path: ["bench"],
        summary: "Measure ingest, reads, storage and memory, each against a baseline",
        options: BenchPlan.options + [
            Option(
                name: "--waiters",
                value: "N",
                help: "measure instead what N streams of changes and N long polls cost"
            ),
            Option(name: "--json", value: nil, help: "print the result as JSON"),
        ],
        notes: """
            Each section runs a server with its embedded PostgreSQL in a process of its own, in a
            temporary directory, with synchronous commit on. Every figure is the median over the
            repetitions, in which what is compared takes turns. docs/performance.md explains each.

            engine, ingest, reads, hidden, storage and process are run unless --only names others.
            scale grows a store to --scale samples of --users users; it says first how much room
            that takes in TMPDIR and ends where there is less.
            """,
        run: run
    )

    @Sendable
    private static func run(_ arguments: Arguments) async throws -> Int32 {
        let asJSON = arguments.isSet("--json")
        if let count = try arguments.integer("--waiters", in: 1...20_000) {
            return try await runWaiters(count, asJSON: asJSON)
        }
        let plan = try BenchPlan(arguments)
        return try await StopSignals().interrupt {
            let report = try await Bench(plan: plan, progress: BenchProgress(printError)).run()
            printOut(asJSON ? report.json() : report.table())
        }
    }

    private static func runWaiters(_ count: Int, asJSON: Bool) async throws -> Int32 {
        // Both ends of every connection are files of this process.
        let files = OpenFileLimit.raise(forConnections: 4 * count + OpenFileLimit.reserve)
        guard files.connections(of: 4 * count) == 4 * count else {
            throw CommandError("\(4 * count) files are needed; only \(files.files) may be open")
        }
        let server = TemporaryServer(name: "bench", waiterLimit: 2 * count)
        return try await StopSignals().interrupt {
            let report = try await server.run { server in
                try await WaiterBench(server: server, count: count).run()
            }
            printOut(asJSON ? report.json() : report.table())
            guard report.woken.others == 0 else {
                throw CommandError("one write woke waiters of other users")
            }
        }
    }
}
