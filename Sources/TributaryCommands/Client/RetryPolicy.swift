/// How often, and after which pauses, a call that may be repeated is repeated.
struct RetryPolicy: Sendable {
    /// How often a call is made at most, the first time included.
    var attempts = 8
    /// The pause before the first repetition; it doubles from one to the next.
    var base: Duration = .milliseconds(250)
    /// The longest pause of our own choosing.
    var longest: Duration = .seconds(8)
    /// The longest pause that a server may ask for.
    var longestAskedFor: Duration = .seconds(60)

    /// The pause after a failed attempt, counted from 1; nil when there is to be no other.
    ///
    /// - Parameters:
    ///   - retryAfter: What the server asks to wait at least.
    ///   - jitter: From 0 to 1; takes up to half of our own pause away, so that clients that failed
    ///     together do not come back together.
    func pause(after attempt: Int, retryAfter: Duration?, jitter: Double) -> Duration? {
        guard attempt < attempts else { return nil }
        var pause = base
        for _ in 1..<max(1, min(attempt, 32)) { pause = min(pause * 2, longest) }
        let own = min(pause, longest) * (1 - min(1, max(0, jitter)) / 2)
        return max(own, min(retryAfter ?? .zero, longestAskedFor))
    }
}
