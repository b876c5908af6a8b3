import Foundation
import HTTPClient
import HealthService
import JSON
import Postgres

/// `tributary bench`: how fast it is, as ratios to a baseline of the same run.
enum BenchCommand {
    static let command = Command(
        path: ["bench"],
        summary: "Measure ingest and reads against PostgreSQL itself, and the merge engine",
        options: [
            Option(
                name: "--repetitions",
                value: "N",
                help: "interleaved repetitions",
                standard: "5"
            ),
            Option(
                name: "--batches",
                value: "N",
                help: "batches of 1000 per connection and repetition",
                standard: "12"
            ),
            Option(name: "--connections", value: "N", help: "connections", standard: "8"),
            Option(
                name: "--waiters",
                value: "N",
                help: "measure instead what N streams of changes and N long polls cost"
            ),
            Option(name: "--json", value: nil, help: "print the result as JSON"),
        ],
        notes: """
            Runs a server with its embedded PostgreSQL in a temporary directory, with synchronous
            commit on. Every figure is the median over the repetitions, in which what is compared
            takes turns. The engine's figures are of one core.
            """,
        run: run
    )

    @Sendable
    private static func run(_ arguments: Arguments) async throws -> Int32 {
        if let count = try arguments.integer("--waiters", in: 1...20_000) {
            return try await runWaiters(count, asJSON: arguments.isSet("--json"))
        }
        let plan = BenchPlan(
            repetitions: try arguments.integer("--repetitions", in: 1...100) ?? 5,
            batches: try arguments.integer("--batches", in: 1...1000) ?? 12,
            connections: try arguments.integer("--connections", in: 1...64) ?? 8
        )
        return try await StopSignals().interrupt {
            let report = try await TemporaryServer(name: "bench").run { server in
                try await Bench(plan: plan, server: server).run()
            }
            printOut(arguments.isSet("--json") ? report.json() : report.table())
        }
    }
}

extension BenchCommand {
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

/// How much a run of the benchmark does.
struct BenchPlan: Sendable {
    let repetitions: Int
    let batches: Int
    let connections: Int

    /// The samples of a batch.
    static let batchSize = 1000

    /// The samples that one side stores in a repetition.
    var samples: Int { batches * connections * Self.batchSize }
}

/// A run of the benchmark against a server.
struct Bench: Sendable {
    let plan: BenchPlan
    let server: RunningServer

    /// Measures everything, on a thread of its own: the server needs all of Swift's.
    func run() async throws -> BenchReport {
        try await withCheckedThrowingContinuation { continuation in
            _ = DedicatedThread("bench") { continuation.resume(with: Result { try measure() }) }
        }
    }

    private func measure() throws -> BenchReport {
        var report = BenchReport(plan: plan)
        // Now nothing else is busy.
        report.engine = EngineBench(repetitions: plan.repetitions).run()
        let copy = CopyBaseline(connectionString: server.connectionString)
        let http = HTTPIngest(url: server.url, token: server.adminToken)
        for repetition in 0..<plan.repetitions {
            let work = Self.work(plan, seed: UInt64(repetition) * 1000)
            let bodies = work.map { $0.map(BenchWorkload.body) }
            let copyUsers = (0..<plan.connections).map { Int64(repetition * 1000 + $0 + 1) }
            report.copy.append(try copy.run(work, users: copyUsers))
            let users = try (0..<plan.connections).map { _ in try createUser() }
            report.push.append(try http.run(bodies, users: users))
            report.repush.append(try http.run(bodies, users: users))
        }
        report.reads = try measureReads()
        return report
    }

    private static func work(_ plan: BenchPlan, seed: UInt64) -> [[[BenchSample]]] {
        (0..<plan.connections).map { worker in
            var workload = BenchWorkload(seed: seed + UInt64(worker))
            return (0..<plan.batches).map { _ in workload.batch(BenchPlan.batchSize) }
        }
    }

    /// Makes a user and answers its id.
    func createUser() throws -> String {
        let client = try HTTPClient(baseURL: server.url, token: server.adminToken)
        let response = try client.send(
            ClientRequest(
                method: "POST",
                path: "/v1/users",
                headers: [(name: "Content-Type", value: "application/json")],
                body: Array("{}".utf8),
                timeout: .seconds(10)
            )
        )
        let id = try JSONParser().parse(response.body) { $0["id"]?.string }
        guard response.status == 201, let id else {
            throw CommandError("no user could be made: status \(response.status)")
        }
        return id
    }

    /// Reads the totals of users whose histories differ in length.
    private func measureReads() throws -> BenchReads {
        let ingest = HTTPIngest(url: server.url, token: server.adminToken)
        let histories: [BenchHistory] = [.tenYears, .oneYear, .oneMonth]
        let users = try histories.map { history in
            let user = try createUser()
            _ = try ingest.run([history.bodies()], users: [user])
            return user
        }
        return try BenchReaders(
            server: server,
            userOfTenYears: users[0],
            userOfOneYear: users[1],
            userOfOneMonth: users[2]
        ).measure(200)
    }
}
