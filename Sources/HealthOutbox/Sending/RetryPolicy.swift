package import HTTPClient

/// How often, and after which pauses, what may be sent again is sent again.
package struct RetryPolicy: Sendable {
    /// How often it is sent at most, the first time included.
    package var attempts: Int
    /// The longest pause before the first repetition; it doubles from one to the next.
    package var base: Duration
    /// The longest pause of our own choosing.
    package var longest: Duration
    /// The longest pause that a server may ask for.
    package var longestAskedFor: Duration

    /// Makes a policy.
    package init(
        attempts: Int = 8,
        base: Duration = .milliseconds(500),
        longest: Duration = .seconds(16),
        longestAskedFor: Duration = .seconds(60)
    ) {
        self.attempts = attempts
        self.base = base
        self.longest = longest
        self.longestAskedFor = longestAskedFor
    }

    /// The policy of a device that has all the time in the world.
    package static let endless = RetryPolicy(
        attempts: .max,
        base: .seconds(1),
        longest: .seconds(300),
        longestAskedFor: .seconds(3600)
    )

    /// The pause after a failed attempt, counted from 1; nil when there is to be no other.
    ///
    /// Any pause up to one that doubles is as likely ("full jitter"), so that clients that failed
    /// together do not come back together.
    ///
    /// - Parameters:
    ///   - retryAfter: What the server asks to wait at least.
    ///   - jitter: From 0 to 1: which of these pauses it is.
    package func pause(after attempt: Int, retryAfter: Duration?, jitter: Double) -> Duration? {
        guard attempt < attempts else { return nil }
        var pause = base
        for _ in 1..<max(1, min(attempt, 32)) { pause = min(pause * 2, longest) }
        let own = min(pause, longest) * min(1, max(0, jitter))
        return max(own, min(retryAfter ?? .zero, longestAskedFor))
    }

    /// Whether an answer of this status may be another one later.
    package static func isTemporary(status: Int) -> Bool {
        [408, 425, 429, 500, 502, 503, 504].contains(status)
    }

    /// Whether what kept an answer away may pass.
    ///
    /// A network that asks to log in first breaks TLS, and answers with what is no HTTP.
    package static func isTemporary(_ code: HTTPClientError.Code) -> Bool {
        [.connection, .timeout, .tls, .transfer, .tooLarge].contains(code)
    }
}
