#if !canImport(HealthKit)
import Foundation
import HealthModel
import HealthOutbox

/// Saving samples.
extension HealthServer {
    /// Begins to save objects, behind everything that was saved and deleted before.
    ///
    /// - Returns: How many they are, or the `HKError` that says why none, or not all, are stored.
    func saving(_ objects: [HKObject]) -> Task<Int, any Error> {
        let drafts = Result { try Self.drafts(of: objects) }
        return writes.run { [self] in try await save(try drafts.get()) }
    }

    /// Writes objects down as the wire has them.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` and the place of the first that cannot be
    ///   saved.
    private static func drafts(of objects: [HKObject]) throws -> [SampleDraft] {
        guard !objects.isEmpty else {
            throw HKError.failure(.errorInvalidArgument, "There is no object to be saved.")
        }
        return try objects.enumerated().map { index, object in
            guard let sample = object as? HKSample else {
                throw HKError.failure(
                    .errorInvalidArgument,
                    "Only samples can be saved.",
                    [RemoteHealthErrorKey.objectIndex: index]
                )
            }
            return try draft(of: sample)
        }
    }

    /// Saves samples on the server or, while it is away, in the outbox.
    private func save(_ drafts: [SampleDraft]) async throws -> Int {
        let outgoing = try connected().outgoing
        // What waits in the outbox was saved earlier, and goes first.
        if let outgoing, try await outgoing.waitingBatches > 0 {
            try await outgoing.append(samples: drafts)
            return drafts.count
        }
        for batch in SaveBatch.cut(drafts, makeName: { UUID().uuidString }) {
            do {
                try await push(batch)
            } catch let error as HKError {
                guard let outgoing, error.isTemporary else { throw error }
                // Sent already, perhaps: then the outbox is told that they are duplicates.
                try await outgoing.append(samples: Array(drafts[batch.range.lowerBound...]))
                break
            }
        }
        return drafts.count
    }

    /// Saves a batch; one that found no answer is sent again, which its name makes harmless.
    private func push(_ batch: SaveBatch) async throws {
        let answer = try await repeatedly {
            try await self.call(
                "POST",
                ["samples"],
                body: batch.body,
                timeout: .seconds(120),
                read: { try PushAnswer($0) }
            )
        }
        // In an atomic batch all others are refused because of the one that is.
        let refused = answer.rejections
        if let first = refused.first(where: { $0.refusal.code != "batchRejected" }) ?? refused.first
        {
            throw HKError(first.refusal, index: batch.range.lowerBound + first.index)
        }
        guard answer.total == batch.range.count else {
            throw HKError.failure(
                .errorDatabaseInaccessible,
                "The server answered for other than the \(batch.range.count) samples sent."
            )
        }
    }

    /// Makes a call that may be made again, and makes it again while that can help.
    ///
    /// With an outbox once: what is on disk can wait.
    private func repeatedly(
        _ call: () async throws -> PushAnswer
    ) async throws -> PushAnswer {
        let isQueued = try connected().outgoing != nil
        let policy = Self.repetitions
        let clock = configuration?.clock ?? .system
        var attempt = 1
        while true {
            do {
                return try await call()
            } catch let error as HKError where error.isTemporary && !isQueued {
                let jitter = clock.jitter()
                guard let pause = policy.pause(after: attempt, retryAfter: nil, jitter: jitter)
                else { throw error }
                try await clock.wait(pause)
                attempt += 1
            }
        }
    }

    private static let repetitions = RetryPolicy(
        attempts: 3,
        base: .milliseconds(200),
        longest: .seconds(1)
    )
}
#endif
