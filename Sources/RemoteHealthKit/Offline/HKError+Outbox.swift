#if !canImport(HealthKit)
import HealthOutbox

extension HKError {
    /// Makes the error of a directory that cannot be used.
    init(_ error: OutboxError) {
        self = .failure(.errorDatabaseInaccessible, "\(error)")
    }

    /// Makes the error of what ended before the queue was empty.
    init(_ end: DrainResult.End) {
        switch end {
        case .refused(let reason): self = .failure(.errorHealthDataRestricted, reason)
        case .exhausted(let reason): self = .failure(.errorDatabaseInaccessible, reason)
        case .failed(let error): self.init(error)
        case .empty, .cancelled:
            self = .failure(.errorDatabaseInaccessible, "The outbox was closed.")
        }
    }
}
#endif
