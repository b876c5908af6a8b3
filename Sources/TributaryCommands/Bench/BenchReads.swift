import HTTPClient
import HealthSimulator
import Postgres

/// Daily totals read over HTTP, beside the bare round trip for a row that was computed before.
///
/// Seconds of each read. The reads take turns, so that the machine's mood divides out. Where
/// histories of different lengths are compared, the buckets asked for hold the same data in both.
struct BenchReads: Sendable {
    /// A row with the sums of a year, by its key, through libpq alone.
    var bare: [Double] = []
    /// A call that touches nothing: what HTTP itself takes.
    var alive: [Double] = []
    /// The cheapest call that knows who asks and reads a row.
    var row: [Double] = []
    /// A year of daily totals of a user with ten years of history.
    var year: [Double] = []
    /// The same of a user with that year alone.
    var yearOfOne: [Double] = []
    /// A month of daily totals of the user with ten years.
    var month: [Double] = []
    /// The same of a user with that month alone.
    var monthOfOne: [Double] = []

    /// What the report says of them.
    var figures: [BenchFigure] {
        [
            BenchFigure("bare round trip for the sums of a year", bare.median * 1e6, "us"),
            BenchFigure("GET /livez", alive.median * 1e6, "us"),
            BenchFigure("GET /v1/users/{user}", row.median * 1e6, "us"),
            BenchFigure("daily totals of a year", year.median * 1e6, "us"),
            BenchFigure("daily totals of a year / bare round trip", year.median / bare.median),
            BenchFigure("daily totals of a year / GET /livez", year.median / alive.median),
            BenchFigure(
                "daily totals of a year, ten years of history / one year",
                year.median / yearOfOne.median
            ),
            BenchFigure("daily totals of a month", month.median * 1e6, "us"),
            BenchFigure(
                "daily totals of a month, ten years of history / one month",
                month.median / monthOfOne.median
            ),
        ]
    }
}

/// The users whose totals are read, and how.
struct BenchReaders {
    private let client: HTTPClient
    private let connection: Connection
    private let userOfTenYears: String
    private let userOfOneYear: String
    private let userOfOneMonth: String

    /// The days of the year that is read.
    private static let days = 366

    /// Joins users of the same server, whose histories are those of `BenchHistory`.
    init(
        server: RunningServer,
        userOfTenYears: String,
        userOfOneYear: String,
        userOfOneMonth: String
    ) throws {
        client = try HTTPClient(baseURL: server.url, token: server.adminToken)
        connection = try Connection(ConnectionConfiguration(server.connectionString))
        self.userOfTenYears = userOfTenYears
        self.userOfOneYear = userOfOneYear
        self.userOfOneMonth = userOfOneMonth
    }

    /// Reads everything so many times.
    func measure(_ repetitions: Int) throws -> BenchReads {
        try precompute()
        var reads = BenchReads()
        // The first reads settle what is materialised; what is measured is every later one.
        for _ in 0..<3 { try measure(into: &reads) }
        reads = BenchReads()
        for _ in 0..<repetitions { try measure(into: &reads) }
        return reads
    }

    /// Lays down the row of the baseline: as many sums as the answer has, among those of others.
    private func precompute() throws {
        // Drawn by chance, so that the row is not kept compressed.
        var generator = SeededGenerator(seed: 1)
        let values = (0..<Self.days * MemoryLayout<Double>.size).map { _ in
            UInt8.random(in: 0...UInt8.max, using: &generator)
        }
        _ = try connection.run(
            Statement(
                "bench.createAnswers",
                "CREATE TABLE bench_answers (user_id bigint PRIMARY KEY, sums bytea NOT NULL)"
            )
        )
        _ = try connection.run(
            Statement(
                "bench.insertAnswers",
                """
                INSERT INTO bench_answers AS b (user_id, sums)
                SELECT n, $1
                FROM generate_series(1, 1000) AS n
                """
            ),
            [.bytea(values)]
        )
    }

    private func measure(into reads: inout BenchReads) throws {
        let bare = Statement("bench.bare", "SELECT sums FROM bench_answers WHERE user_id = $1")
        reads.bare.append(
            try seconds {
                let size = try connection.run(bare, [.int8(500)]).bytea(0, 0).count
                precondition(size == Self.days * MemoryLayout<Double>.size)
            }
        )
        reads.alive.append(try seconds(of: BenchHistory.aliveRequest))
        reads.row.append(try seconds(of: BenchHistory.userRequest(user: userOfTenYears)))
        reads.year.append(try seconds(of: BenchHistory.yearRequest(user: userOfTenYears)))
        reads.yearOfOne.append(try seconds(of: BenchHistory.yearRequest(user: userOfOneYear)))
        reads.month.append(try seconds(of: BenchHistory.monthRequest(user: userOfTenYears)))
        reads.monthOfOne.append(try seconds(of: BenchHistory.monthRequest(user: userOfOneMonth)))
    }

    private func seconds(of request: ClientRequest) throws -> Double {
        try seconds {
            let status = try client.send(request).status
            guard status == 200 else {
                throw CommandError("a read was answered with status \(status)")
            }
        }
    }

    private func seconds(_ body: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock.now
        try body()
        return (ContinuousClock.now - start).seconds
    }
}
