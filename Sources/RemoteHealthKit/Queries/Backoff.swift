#if !canImport(HealthKit)
import HealthOutbox

/// How long to wait before a server that was away is asked again.
///
/// Waits double from a quarter of a second to half a minute, and begin anew after a success. Half
/// of each is left to chance, so that programs do not return all at once.
struct Backoff {
    private let clock: RetryClock
    private var failures = 0

    /// Makes the pauses between calls to a server.
    init(_ server: HealthServer) { clock = server.configuration?.clock ?? .system }

    /// The server answered.
    mutating func reset() { failures = 0 }

    /// Waits, longer each time.
    ///
    /// - Throws: `CancellationError`.
    mutating func wait() async throws {
        let longest = Duration.milliseconds(min(30_000, 250 << min(failures, 7)))
        failures += 1
        try await clock.wait(longest / 2 + longest / 2 * clock.jitter())
    }
}
#endif
