/// How the emptying of an outbox went.
package struct DrainResult: Sendable {
    /// Why it ended.
    package enum End: Sendable, Hashable {
        /// There is nothing left.
        case empty
        /// The task was cancelled.
        case cancelled
        /// The server takes nothing from this sender, for this reason.
        case refused(String)
        /// A batch found no answer in as many attempts as there may be; the last reason.
        case exhausted(String)
        /// The disk failed.
        case failed(OutboxError)
    }

    /// What became of what was sent.
    package var tally = OutboxTally()
    /// Why it ended; in every case but the first, what was not answered stays queued.
    package var end = End.empty
}

/// Something worth telling while an outbox is emptied.
package enum DrainEvent: Sendable {
    /// A batch was answered: what became of it, and how many batches wait.
    case answered(BatchName, OutboxTally, waiting: Int)
    /// There is a pause before the next attempt, for a reason.
    case waiting(Duration, String)
    /// A batch was halved, since it was refused as a whole for a reason.
    case divided(String)
    /// A batch goes under a new name, since the server knows another of its own.
    case renamed(BatchName, BatchName)
    /// A file was moved to `damaged`, for a reason.
    case setAside(String)
}
