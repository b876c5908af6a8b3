import HealthModel

/// How many people are simulated, when, and how fast.
struct CrowdOptions: Sendable {
    /// How many people.
    let users: Int
    /// What everything follows from.
    let seed: UInt64
    /// Their days, counted from 1970.
    let days: Range<Int>
    /// Samples a second at most; nil for as many as the server takes.
    var rate: Int?
    /// People whose samples are sent at the same time.
    var connections = 4
    /// The most samples in a batch.
    var batchSize = 1000

    /// Makes options; the rest is standard.
    init(users: Int, seed: UInt64, days: Range<Int>) {
        self.users = users
        self.seed = seed
        self.days = days
    }

    /// The options of the command.
    static let options = [
        Option(
            name: "--users",
            value: "N",
            help: "simulate N people, 1 to 10000, each a user of their own"
        ),
        Option(
            name: "--first-day",
            value: "DATE",
            help: "the first of the days of --users; else they end before today"
        ),
        Option(
            name: "--rate",
            value: "N",
            help: "samples a second of all people together; else as fast as it goes"
        ),
        Option(
            name: "--connections",
            value: "N",
            help: "people who sync at the same time, 1 to 64",
            standard: "4"
        ),
        Option(
            name: "--batch",
            value: "N",
            help: "samples in a batch of --users, 1 to 10000",
            standard: "1000"
        ),
    ]

    /// Reads the options; nil where no crowd is asked for.
    ///
    /// - Throws: `UsageError` for a value that makes no sense.
    init?(_ arguments: Arguments, now: Instant) throws {
        guard let users = try arguments.integer("--users", in: 1...10_000) else { return nil }
        let simulation = try SimulationOptions(arguments)
        self.init(
            users: users,
            seed: simulation.seed,
            days: try Self.days(simulation.days, arguments, now)
        )
        rate = try arguments.integer("--rate", in: 1...10_000_000)
        connections = try arguments.integer("--connections", in: 1...64) ?? connections
        batchSize = try arguments.integer("--batch", in: 1...10_000) ?? batchSize
    }

    /// The days asked for, which are over everywhere.
    private static func days(
        _ count: Int,
        _ arguments: Arguments,
        _ now: Instant
    ) throws -> Range<Int> {
        // The last clocks to reach a day are twelve hours behind UTC.
        let today = Int((now.wholeSeconds - 12 * 3600).quotientRoundedDown(by: 86_400))
        guard let text = arguments.text("--first-day") else { return today - count..<today }
        guard let date = CivilDate(text) else {
            throw UsageError("--first-day must be a date such as 2026-11-01, not '\(text)'")
        }
        let first = date.daysSince1970
        guard first + count <= today else {
            throw UsageError("--first-day and --days must end before today, everywhere on earth")
        }
        return first..<first + count
    }
}
