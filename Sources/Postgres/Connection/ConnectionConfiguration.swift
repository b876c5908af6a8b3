/// Where the database is and how a session with it behaves.
///
/// A duration of zero switches its limit off, as in PostgreSQL.
package struct ConnectionConfiguration: Sendable {
    /// A libpq connection string: `host=... dbname=...` or `postgresql://...`.
    package var connectionString: String
    /// What `pg_stat_activity` shows, unless the connection string says otherwise.
    package var applicationName: String
    /// How long making a connection may take, over all hosts of the string.
    package var connectTimeout: Duration
    /// How long one statement may run before the server cancels it.
    package var statementTimeout: Duration
    /// How long a transaction may idle before the server ends its session.
    package var idleInTransactionTimeout: Duration
    /// How long one statement may wait for a lock.
    package var lockTimeout: Duration
    /// Further session settings, by name.
    package var settings: [String: String]

    /// Makes a configuration; every limit has a default.
    package init(
        _ connectionString: String,
        applicationName: String = "tributary",
        connectTimeout: Duration = .seconds(5),
        statementTimeout: Duration = .seconds(30),
        idleInTransactionTimeout: Duration = .seconds(30),
        lockTimeout: Duration = .seconds(10),
        settings: [String: String] = [:]
    ) {
        self.connectionString = connectionString
        self.applicationName = applicationName
        self.connectTimeout = connectTimeout
        self.statementTimeout = statementTimeout
        self.idleInTransactionTimeout = idleInTransactionTimeout
        self.lockTimeout = lockTimeout
        self.settings = settings
    }
}

extension ConnectionConfiguration {
    /// What libpq is told, in order: of a keyword that comes twice the later value counts.
    ///
    /// So the connection string overrules what stands before it and yields to what stands behind.
    /// The keepalive values notice a peer that vanished without a word within about a minute.
    var parameters: [(keyword: String, value: String)] {
        [
            ("fallback_application_name", applicationName),
            ("keepalives_idle", "30"),
            ("keepalives_interval", "10"),
            ("keepalives_count", "3"),
            ("tcp_user_timeout", "60000"),
            ("dbname", connectionString),
            ("client_encoding", "UTF8"),
        ]
    }

    /// The settings that a new session begins with; `settings` overrules them.
    ///
    /// A statement is planned once in a session and not for its values: every one that reads much finds
    /// its rows by equalities and ranges that one plan is right for, and to plan a join anew for each
    /// question took longer than its answer (docs/performance.md, "A read, by stage").
    var sessionSettings: [String: String] {
        let standard = [
            "plan_cache_mode": "force_generic_plan",
            "statement_timeout": "\(statementTimeout.wholeMilliseconds)ms",
            "idle_in_transaction_session_timeout":
                "\(idleInTransactionTimeout.wholeMilliseconds)ms",
            "lock_timeout": "\(lockTimeout.wholeMilliseconds)ms",
        ]
        return standard.merging(settings) { _, own in own }
    }
}

extension Duration {
    /// The duration in milliseconds, rounded up, within what PostgreSQL and poll(2) accept.
    var wholeMilliseconds: Int32 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflow, self > .zero else { return overflow && self > .zero ? .max : 0 }
        let part = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int32(clamping: product + part)
    }
}
