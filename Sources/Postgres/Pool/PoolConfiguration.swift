/// How many connections a pool has and how long work waits for one.
package struct PoolConfiguration: Sendable {
    /// The number of connections, and of threads: at least 1.
    package var size: Int
    /// How many jobs may wait; one more is refused at once.
    package var queueLimit: Int
    /// How long a job may wait, for a connection to be free and to be made.
    package var waitLimit: Duration

    /// Makes a configuration; every limit has a default.
    package init(size: Int = 8, queueLimit: Int = 256, waitLimit: Duration = .seconds(5)) {
        self.size = size
        self.queueLimit = queueLimit
        self.waitLimit = waitLimit
    }
}

/// What a pool is doing at one moment.
package struct PoolStatistics: Sendable, Hashable {
    /// Sessions that are open.
    package let open: Int
    /// Open sessions that have nothing to do.
    package let idle: Int
    /// Jobs that wait for a connection.
    package let queued: Int

    /// Puts the numbers together.
    package init(open: Int, idle: Int, queued: Int) {
        self.open = open
        self.idle = idle
        self.queued = queued
    }
}
