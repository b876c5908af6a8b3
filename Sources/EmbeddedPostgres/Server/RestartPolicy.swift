import Postgres

/// When a server that ended by itself is started again, and when no more.
///
/// A value without a clock: it is told how long the server ran and answers what to do.
struct RestartPolicy {
    /// How many failures in quick succession are answered by a restart.
    let limit: Int
    /// A server that ran this long was sound; the count begins anew.
    let stableAfter: Duration = .seconds(10)
    private var failures = 0
    private var backoff = Backoff(first: .milliseconds(100), longest: .seconds(2))

    /// Makes a policy.
    init(limit: Int) { self.limit = limit }

    /// Answers how long to wait before the next start; nil when there is to be none.
    mutating func pause(afterRunning time: Duration) -> Duration? {
        if time >= stableAfter {
            failures = 0
            backoff.reset()
        }
        failures += 1
        return failures > limit ? nil : backoff.next()
    }
}
