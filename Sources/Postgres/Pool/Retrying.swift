/// Does work again when it failed for a reason that may pass, with growing pauses between.
///
/// The work must be whole transactions and safe to repeat: after a lost connection nobody knows
/// whether the last commit took place.
///
/// - Parameter attempts: how often the work is done at most, the first time included.
/// - Throws: the last error; errors that are not retryable at once; cancellation during a pause.
package func retrying<Answer>(
    attempts: Int = 3,
    _ body: () async throws -> Answer
) async throws -> Answer {
    var backoff = Backoff(first: .milliseconds(10), longest: .milliseconds(500))
    for _ in 1..<max(attempts, 1) {
        do {
            return try await body()
        } catch let error as PostgresError where error.isRetryable {
            try await Task.sleep(for: backoff.next())
        }
    }
    return try await body()
}
