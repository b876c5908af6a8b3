import HTTPClient
import HealthSimulator
import Postgres
import Synchronization

/// Takes the time of reads, one after the other on each of several connections.
struct ReadTimer: Sendable {
    /// The server.
    let calls: BenchCalls
    /// Reads of each connection.
    let count: Int

    /// Sends a request again and again and gives the seconds of each answer.
    func times(of request: ClientRequest, connections: Int) throws -> [Double] {
        try collect(connections) {
            let client = try calls.client()
            return {
                let status = try client.send(request).status
                guard status == 200 else {
                    throw CommandError("\(request.path) was answered with status \(status)")
                }
            }
        }
    }

    /// The yardstick: the seconds of each bare round trip for a row that was computed before.
    func bareTimes(connections: Int) throws -> [Double] {
        try collect(connections) {
            let connection = try calls.connection()
            let statement = Statement(
                "bench.bare",
                "SELECT sums FROM bench_answers WHERE user_id = $1"
            )
            return {
                let size = try connection.run(statement, [.int8(500)]).bytea(0, 0).count
                precondition(size == Self.days * MemoryLayout<Double>.size)
            }
        }
    }

    /// Lays down the rows of the yardstick: as many sums as a year of days has, for 1000 users.
    func precompute() throws {
        // Drawn by chance, so that the row is not kept compressed.
        var generator = SeededGenerator(seed: 1)
        let values = (0..<Self.days * MemoryLayout<Double>.size).map { _ in
            UInt8.random(in: 0...UInt8.max, using: &generator)
        }
        let connection = try calls.connection()
        try connection.script(
            """
            CREATE TABLE IF NOT EXISTS bench_answers (
                user_id bigint PRIMARY KEY, sums bytea NOT NULL
            )
            """
        )
        _ = try connection.run(
            Statement(
                "bench.insertAnswers",
                """
                INSERT INTO bench_answers AS b (user_id, sums)
                SELECT n, $1
                FROM generate_series(1, 1000) AS n
                ON CONFLICT DO NOTHING
                """
            ),
            [.bytea(values)]
        )
    }

    private static let days = 366

    /// Runs what a closure makes on threads of their own; the first, which connects, is not timed.
    private func collect(
        _ connections: Int,
        _ make: @escaping @Sendable () throws -> (() throws -> Void)
    ) throws -> [Double] {
        let all = Mutex<[Double]>([])
        _ = try timeOnThreads(connections) { _ in
            let read = try make()
            try read()
            let times = try (0..<count).map { _ in try seconds(read) }
            all.withLock { $0 += times }
        }
        return all.withLock { $0 }
    }
}
