package import HealthModel

/// The name of a batch, by which it is known when it comes again.
package struct BatchClaim: Sendable {
    /// The sender's name for it: 1 to 128 bytes, its own among those of the user and the client.
    package var name: String
    /// The SHA-256 of what was sent, which tells a repetition from another batch.
    package var digest: [UInt8]
    /// Batches that were kept before may be forgotten.
    package var keptSince: Instant
    /// Makes the answer to keep; nil where the batch is not to be known.
    ///
    /// Runs inside the transaction, before anything of it is on disk: it must have no effect.
    package var answer: @Sendable (SaveResult) -> [UInt8]?

    /// Makes a claim.
    package init(
        name: String,
        digest: [UInt8],
        keptSince: Instant,
        answer: @escaping @Sendable (SaveResult) -> [UInt8]?
    ) {
        self.name = name
        self.digest = digest
        self.keptSince = keptSince
        self.answer = answer
    }
}

/// What is kept of a batch that was stored.
package struct BatchRecord: Hashable, Sendable {
    /// The SHA-256 of what was sent.
    package let digest: [UInt8]
    /// The answer that it was given, as `BatchClaim` made it.
    package let answer: [UInt8]
    /// The user's last position after it.
    package let position: Int64
}
