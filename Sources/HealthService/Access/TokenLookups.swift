import HealthStore
import Synchronization

/// Look-ups of tokens under way: of many who ask after one token at once, one asks the database.
///
/// An app's token is that of thousands of devices, all of which would ask whenever something about
/// it has changed, and take the places of those who wait for a connection.
final class TokenLookups: Sendable {
    private struct Lookup {
        let generation: Int
        let task: Task<Principal?, any Error>
    }

    private let underWay = Mutex<[TokenID: Lookup]>([:])

    /// What a look-up of the token finds, be it one that is under way.
    ///
    /// - Parameter generation: What `TokenMemory` counts. What somebody began to look up before
    ///   something was forgotten is not for who asks after.
    func find(
        _ token: TokenID,
        in generation: Int,
        _ lookUp: @escaping @Sendable () async throws -> Principal?
    ) async throws -> Principal? {
        let task = underWay.withLock { underWay in
            if let lookup = underWay[token], lookup.generation == generation { return lookup.task }
            let task = Task { try await lookUp() }
            underWay[token] = Lookup(generation: generation, task: task)
            return task
        }
        defer {
            underWay.withLock { if $0[token]?.task == task { $0[token] = nil } }
        }
        return try await task.value
    }
}
