/// How large the batches of an outbox are, and how it goes on after failures.
package struct OutboxSettings: Sendable {
    /// Samples, or identifiers of deletions, in a batch; from 1 to 10,000, as many outcomes as an
    /// answer lists.
    package let samplesPerBatch: Int
    /// The bytes of a batch; only a single sample may have more.
    package let bytesPerBatch: Int
    /// How a batch is sent again.
    package let retries: RetryPolicy

    /// Makes settings; sizes out of range are brought into it.
    package init(
        samplesPerBatch: Int = 1000,
        bytesPerBatch: Int = 4 << 20,
        retries: RetryPolicy = RetryPolicy()
    ) {
        self.samplesPerBatch = max(1, min(samplesPerBatch, 10_000))
        self.bytesPerBatch = max(1, bytesPerBatch)
        self.retries = retries
    }
}
