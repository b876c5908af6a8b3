#if !canImport(HealthKit)
/// How long to wait before a server that was away is asked again.
///
/// Waits double up to half a minute, and begin anew after a success. Half of each is left to
/// chance, so that programs do not return all at once.
struct Backoff {
    private var failures = 0

    /// The server answered.
    mutating func reset() { failures = 0 }

    /// Waits, longer each time.
    ///
    /// - Throws: `CancellationError`.
    mutating func wait() async throws {
        let longest = min(30.0, 0.25 * Double(1 << min(failures, 10)))
        failures += 1
        try await Task.sleep(for: .seconds(Double.random(in: longest / 2...longest)))
    }
}
#endif
