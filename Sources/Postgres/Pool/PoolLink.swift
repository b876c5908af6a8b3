/// A worker's connection: made when needed, replaced when lost.
///
/// It lives on the worker's thread alone.
struct PoolLink {
    private let configuration: ConnectionConfiguration
    private var connection: Connection?

    /// Makes a link that is not connected yet.
    init(_ configuration: ConnectionConfiguration) {
        self.configuration = configuration
    }

    /// Whether a session is open.
    var isOpen: Bool { connection != nil }

    /// Answers a live connection, trying again until the deadline while the database is away.
    ///
    /// `pause` sleeps for the given time and answers whether to go on.
    ///
    /// - Throws: the last attempt's error; `.poolClosed` when `pause` says so.
    mutating func connect(
        until deadline: ContinuousClock.Instant,
        pause: (Duration) -> Bool
    ) throws(PostgresError) -> Connection {
        if let connection, connection.isAlive() { return connection }
        connection = nil
        var backoff = Backoff()
        while true {
            do {
                let fresh = try Connection(configuration)
                connection = fresh
                return fresh
            } catch {
                let length = backoff.next()
                let isHopeless = !error.isRetryable && error.code != .timeout
                if isHopeless || ContinuousClock.now + length >= deadline { throw error }
                guard pause(length) else { throw .poolClosed }
            }
        }
    }

    /// Leaves the session clean for the next job, or lets it go when that cannot be done.
    mutating func settle() {
        connection?.rollbackIfNeeded()
        if connection?.isBroken == true { connection = nil }
    }
}

extension PostgresError {
    /// The pool is closed.
    static let poolClosed = PostgresError(.poolClosed, message: "the connection pool is closed")
    /// The task was cancelled while its job waited.
    static let cancelled = PostgresError(.cancelled, message: "the task was cancelled")
    /// The queue is full.
    static let queueFull = PostgresError(
        .poolExhausted,
        message: "every connection is busy and the queue is full"
    )
    /// The wait was too long.
    static let waitedTooLong = PostgresError(
        .poolExhausted,
        message: "no connection became free in time"
    )
}
