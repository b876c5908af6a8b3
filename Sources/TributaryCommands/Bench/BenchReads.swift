import HTTPClient
import Postgres

/// Daily totals read over HTTP, beside the bare round trip for one row that was computed before.
///
/// Seconds of each read. The reads take turns, so that the machine's mood divides out.
struct BenchReads: Sendable {
    /// A row by its key, through libpq alone.
    var bare: [Double] = []
    /// A year of daily totals of a user with ten years of history.
    var year: [Double] = []
    /// The same of a user with a month of history.
    var yearOfLittle: [Double] = []
    /// A month of daily totals of the user with ten years.
    var month: [Double] = []
    /// The same of the user with a month.
    var monthOfLittle: [Double] = []

    /// What the report says of them.
    var figures: [BenchFigure] {
        [
            BenchFigure("bare round trip for one row", bare.median * 1e6, "us"),
            BenchFigure("daily totals of a year", year.median * 1e6, "us"),
            BenchFigure("daily totals / bare round trip", year.median / bare.median),
            BenchFigure(
                "daily totals of a year, ten years of history / one month",
                year.median / yearOfLittle.median
            ),
            BenchFigure("daily totals of a month", month.median * 1e6, "us"),
            BenchFigure(
                "daily totals of a month, ten years of history / one month",
                month.median / monthOfLittle.median
            ),
        ]
    }
}

/// The users whose totals are read, and how.
struct BenchReaders {
    private let client: HTTPClient
    private let connection: Connection
    private let user: String
    private let userOfLittle: String
    private let row: Int64

    /// Joins two users of the same server, with ten years and with a month of `BenchHistory`.
    init(server: RunningServer, user: String, userOfLittle: String) throws {
        client = try HTTPClient(baseURL: server.url, token: server.adminToken)
        connection = try Connection(ConnectionConfiguration(server.connectionString))
        guard let row = Int64(user, radix: 16) else {
            throw CommandError("a user's identifier is not a number in hexadecimal")
        }
        (self.user, self.userOfLittle, self.row) = (user, userOfLittle, row)
    }

    /// Reads everything so many times.
    func measure(_ repetitions: Int) throws -> BenchReads {
        var reads = BenchReads()
        // The first reads settle what is materialised; what is measured is every later one.
        for _ in 0..<3 { try measure(into: &reads) }
        reads = BenchReads()
        for _ in 0..<repetitions { try measure(into: &reads) }
        return reads
    }

    private func measure(into reads: inout BenchReads) throws {
        let bare = Statement("bench.bare", "SELECT name FROM users WHERE id = $1")
        reads.bare.append(try seconds { _ = try connection.run(bare, [.int8(row)]) })
        reads.year.append(try seconds(of: BenchHistory.yearRequest(user: user)))
        reads.yearOfLittle.append(try seconds(of: BenchHistory.yearRequest(user: userOfLittle)))
        reads.month.append(try seconds(of: BenchHistory.monthRequest(user: user)))
        reads.monthOfLittle.append(try seconds(of: BenchHistory.monthRequest(user: userOfLittle)))
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
