/// How long to wait after a failure: exponential, with full jitter, so that users whose deliveries
/// failed together do not come back together.
struct WebhookBackoff {
    private let first: Double
    private let longest: Double

    /// Takes the bounds from the settings.
    init(_ settings: WebhookSettings) {
        first = settings.firstRetryInSeconds
        longest = settings.longestRetryInSeconds
    }

    /// The pause in seconds after so many failures, at least one.
    ///
    /// A receiver that asks for more gets it, up to the longest pause.
    func pause(
        afterFailures failures: Int,
        retryAfter: Double? = nil,
        using generator: inout some RandomNumberGenerator
    ) -> Double {
        let full = bound(afterFailures: failures)
        let drawn = Double.random(in: 0...full, using: &generator)
        return max(drawn, min(retryAfter ?? 0, longest))
    }

    /// The longest pause after so many failures.
    func bound(afterFailures failures: Int) -> Double {
        // Longer than any setting long before the number is too large to shift by.
        let doublings = min(max(failures, 1) - 1, 40)
        return min(first * Double(1 << doublings), longest)
    }
}
