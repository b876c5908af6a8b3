package import HealthModel

/// What repetitions know of time and chance.
package struct RetryClock: Sendable {
    /// The time by the clock on the wall.
    package let now: @Sendable () -> Instant
    /// How pauses are spent; throws when the task is cancelled.
    package let wait: @Sendable (Duration) async throws -> Void
    /// A number from 0 to 1 for each pause.
    package let jitter: @Sendable () -> Double

    /// Makes a clock.
    package init(
        now: @escaping @Sendable () -> Instant = { .now },
        wait: @escaping @Sendable (Duration) async throws -> Void = {
            try await Task.sleep(for: $0)
        },
        jitter: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.now = now
        self.wait = wait
        self.jitter = jitter
    }

    /// Spends a pause, and not on the queue of an outbox: see `OutboxDestination.send`.
    @concurrent
    func spend(_ pause: Duration) async throws { try await wait(pause) }

    /// The clock of the system.
    package static let system = RetryClock()
}
