/// How long the database may take for what; zero is without limit.
struct DatabaseLimits: Sendable, Hashable {
    /// How long a statement may run.
    var statement: Duration = .seconds(30)
    /// How long a statement may wait for a lock.
    var lock: Duration = .seconds(10)
    /// How long a transaction may idle before its session is ended.
    var idleInTransaction: Duration = .seconds(30)
}

extension DatabaseLimits {
    /// Reads the limits that are given.
    ///
    /// - Throws: `UsageError` for a value that makes no sense.
    init(_ arguments: Arguments) throws {
        self.init()
        if let seconds = try arguments.integer("--statement-seconds", in: 0...3600) {
            statement = .seconds(seconds)
        }
        if let seconds = try arguments.integer("--lock-seconds", in: 0...3600) {
            lock = .seconds(seconds)
        }
        if let seconds = try arguments.integer("--idle-transaction-seconds", in: 0...3600) {
            idleInTransaction = .seconds(seconds)
        }
    }

    /// The options that say so, and which role may serve.
    static let options = [
        Option(
            name: "--require-row-security",
            value: nil,
            help: "refuse a database role that could undo row-level security"
        ),
        Option(
            name: "--statement-seconds",
            value: "N",
            help: "how long a statement may run in the database, 0 without limit",
            environment: "TRIBUTARY_STATEMENT_SECONDS",
            standard: "30"
        ),
        Option(
            name: "--lock-seconds",
            value: "N",
            help: "how long a statement may wait for a lock, 0 without limit",
            environment: "TRIBUTARY_LOCK_SECONDS",
            standard: "10"
        ),
        Option(
            name: "--idle-transaction-seconds",
            value: "N",
            help: "how long a transaction may idle before its session ends, 0 without limit",
            environment: "TRIBUTARY_IDLE_TRANSACTION_SECONDS",
            standard: "30"
        ),
    ]
}
