/// How much a run of the benchmark does.
struct BenchPlan: Sendable {
    /// What is measured, in order.
    var sections = BenchSection.usual
    /// How often everything is measured, what is compared in turns.
    var repetitions = 5
    /// Batches of 1000 that each connection pushes in a repetition.
    var batches = 6
    /// The samples of a usual batch; no option, as figures are named after it.
    var batchSize = 1000
    /// Connections that push at once.
    var connections = 8
    /// Reads of one connection in a repetition; where there are more, each makes a tenth.
    var reads = 100
    /// Days of the longest history.
    var historyDays = 3650
    /// Samples of steps on each day of a history; no option, so that figures stay comparable.
    var stepsADay = 36
    /// Samples in the store at the end of the scale curve.
    var scale = 1_000_000
    /// Users among whom they are.
    var users = 1000

    /// How many samples each user has that the asking client may not see; no option, as above.
    var hidden = [1000, 100_000]

    /// The samples that one side stores in a repetition.
    var samples: Int { batches * connections * batchSize }
}

extension BenchPlan {
    /// The options that say it.
    static let options: [Option] = [
        Option(
            name: "--only",
            value: "LIST",
            help: "sections: " + BenchSection.allCases.map(\.rawValue).joined(separator: ","),
            standard: BenchSection.usual.map(\.rawValue).joined(separator: ",")
        ),
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
            standard: "6"
        ),
        Option(name: "--connections", value: "N", help: "connections that push", standard: "8"),
        Option(
            name: "--reads",
            value: "N",
            help: "reads per connection and repetition; a tenth where there are 16",
            standard: "100"
        ),
        Option(
            name: "--history-days",
            value: "N",
            help: "days of the longest history",
            standard: "3650"
        ),
        Option(
            name: "--scale",
            value: "N",
            help: "samples at the end of the scale curve",
            standard: "1000000"
        ),
        Option(name: "--users", value: "N", help: "users of the scale curve", standard: "1000"),
    ]

    /// Reads the options; those not given have their defaults.
    ///
    /// - Throws: `UsageError` for a value that makes no sense.
    init(_ arguments: Arguments) throws {
        if let list = arguments.text("--only") { sections = try BenchSection.list(list) }
        repetitions = try arguments.integer("--repetitions", in: 1...100) ?? repetitions
        batches = try arguments.integer("--batches", in: 1...1000) ?? batches
        connections = try arguments.integer("--connections", in: 1...64) ?? connections
        reads = try arguments.integer("--reads", in: 1...10_000) ?? reads
        historyDays = try arguments.integer("--history-days", in: 1...3650) ?? historyDays
        scale = try arguments.integer("--scale", in: 1000...1_000_000_000) ?? scale
        users = try arguments.integer("--users", in: 1...100_000) ?? users
    }
}
