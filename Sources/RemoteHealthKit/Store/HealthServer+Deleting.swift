#if !canImport(HealthKit)
import Foundation
import HealthModel
import HealthOutbox
import JSON

/// Deleting samples.
extension HealthServer {
    /// Begins to delete objects, behind everything that was saved and deleted before.
    func deleting(_ objects: [HKObject]) -> Task<Int, any Error> {
        let identifiers = objects.map { SampleID($0.uuid) }
        return writes.run { [self] in
            guard !identifiers.isEmpty else {
                throw HKError.failure(.errorInvalidArgument, "There is no object to be deleted.")
            }
            return try await delete(identifiers)
        }
    }

    /// Begins to delete what a predicate finds of the program's own.
    func deletingObjects(of type: HKObjectType, _ predicate: NSPredicate) -> Task<Int, any Error> {
        // A predicate is not changed once it is made.
        nonisolated(unsafe) let predicate = predicate
        return writes.run { [self] in
            guard let type = type as? HKSampleType else {
                throw HKError.failure(.errorInvalidArgument, "Only samples can be deleted.")
            }
            return try await deleteMatches(of: type, predicate)
        }
    }

    /// Deletes by identifier, on the server or, while it is away, in the outbox.
    private func delete(_ identifiers: [SampleID]) async throws -> Int {
        let outgoing = try connected().outgoing
        if let outgoing, try await outgoing.waitingBatches > 0 {
            try await outgoing.append(deletions: identifiers)
            return identifiers.count
        }
        for start in stride(from: 0, to: identifiers.count, by: Self.deletionLimit) {
            let part = Array(identifiers[start...].prefix(Self.deletionLimit))
            do {
                let result = try await send(part)
                if let first = result.refusals.first {
                    throw HKError(first.refusal, index: start + first.index)
                }
            } catch let error as HKError {
                guard let outgoing, error.isTemporary else { throw error }
                try await outgoing.append(deletions: Array(identifiers[start...]))
                break
            }
        }
        return identifiers.count
    }

    /// Deletes matches, page by page; another program's are passed over.
    private func deleteMatches(
        of type: HKSampleType,
        _ predicate: NSPredicate
    ) async throws -> Int {
        let samples = try await matchingSamples(
            of: type,
            predicate,
            on: self,
            limit: HKObjectQueryNoLimit
        )
        let identifiers = samples.map { SampleID($0.uuid) }
        var count = 0
        for start in stride(from: 0, to: identifiers.count, by: Self.deletionLimit) {
            let result = try await send(Array(identifiers[start...].prefix(Self.deletionLimit)))
            let isOwn = { (refusal: Refusal) in
                !["notOwner", "sampleNotFound"].contains(refusal.code)
            }
            if let first = result.refusals.first(where: { isOwn($0.refusal) }) {
                throw HKError(first.refusal)
            }
            count += result.deleted
        }
        return count
    }

    /// As many as a request may name.
    private static let deletionLimit = 10_000

    private func send(_ identifiers: [SampleID]) async throws -> DeletionResult {
        var writer = JSONWriter(capacity: 32 + identifiers.count * 40)
        writer.beginObject()
        writer.key("uuids")
        writer.beginArray()
        for identifier in identifiers { writer.string(identifier.description) }
        writer.endArray()
        writer.endObject()
        return try await call(
            "POST",
            ["deletions"],
            body: writer.bytes,
            timeout: .seconds(120),
            read: DeletionResult.init
        )
    }
}

/// What became of samples that were to be deleted.
private struct DeletionResult: Sendable {
    /// How many are gone by this request.
    let deleted: Int
    /// Those that are not gone, by place.
    let refusals: [(index: Int, refusal: Refusal)]

    init(_ root: JSONValue) throws {
        guard let deleted = root["deleted"]?.int, let outcomes = root["outcomes"]?.elements else {
            throw HKError.failure(
                .errorDatabaseInaccessible,
                "What answered is no Tributary server."
            )
        }
        self.deleted = Int(deleted)
        refusals = outcomes.compactMap { outcome in
            guard outcome["outcome"]?.string == "rejected" else { return nil }
            return Refusal(outcome).map { (Int(outcome["index"]?.int ?? 0), $0) }
        }
    }
}
#endif
