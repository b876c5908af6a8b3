import Foundation

@testable import RemoteHealthKit

/// Queries with handlers, awaited.
extension HKHealthStore {
    /// Executes a sample query.
    func samples(
        _ type: HKSampleType,
        _ predicate: NSPredicate? = nil,
        limit: Int = HKObjectQueryNoLimit,
        order: [NSSortDescriptor]? = nil
    ) async throws -> [HKSample] {
        try await withCheckedThrowingContinuation { continuation in
            execute(
                HKSampleQuery(
                    sampleType: type,
                    predicate: predicate,
                    limit: limit,
                    sortDescriptors: order
                ) { _, samples, error in
                    continuation.resume(with: answer(samples, error))
                }
            )
        }
    }

    /// Executes a statistics query.
    func statistics(
        _ type: HKQuantityType,
        _ predicate: NSPredicate? = nil,
        _ options: HKStatisticsOptions
    ) async throws -> HKStatistics {
        try await withCheckedThrowingContinuation { continuation in
            execute(
                HKStatisticsQuery(
                    quantityType: type,
                    quantitySamplePredicate: predicate,
                    options: options
                ) { _, statistics, error in
                    continuation.resume(with: answer(statistics, error))
                }
            )
        }
    }

    /// Executes a statistics collection query.
    func collection(
        _ type: HKQuantityType,
        _ predicate: NSPredicate? = nil,
        _ options: HKStatisticsOptions,
        anchor: Date,
        every interval: DateComponents
    ) async throws -> HKStatisticsCollection {
        let query = HKStatisticsCollectionQuery(
            quantityType: type,
            quantitySamplePredicate: predicate,
            options: options,
            anchorDate: anchor,
            intervalComponents: interval
        )
        return try await withCheckedThrowingContinuation { continuation in
            query.initialResultsHandler = { _, collection, error in
                continuation.resume(with: answer(collection, error))
            }
            execute(query)
        }
    }

    /// Executes an anchored object query without updates.
    func changes(
        _ type: HKSampleType,
        _ predicate: NSPredicate? = nil,
        since anchor: HKQueryAnchor? = nil,
        limit: Int = HKObjectQueryNoLimit
    ) async throws -> AnchoredAnswer {
        try await withCheckedThrowingContinuation { continuation in
            execute(
                HKAnchoredObjectQuery(
                    type: type,
                    predicate: predicate,
                    anchor: anchor,
                    limit: limit
                ) { _, added, deleted, anchor, error in
                    continuation.resume(with: AnchoredAnswer.of(added, deleted, anchor, error))
                }
            )
        }
    }
}

/// What an anchored query tells.
struct AnchoredAnswer: Sendable {
    let added: [HKSample]
    let deleted: [HKDeletedObject]
    let anchor: HKQueryAnchor

    /// The answer, or the error that came in its place.
    static func of(
        _ added: [HKSample]?,
        _ deleted: [HKDeletedObject]?,
        _ anchor: HKQueryAnchor?,
        _ error: (any Error)?
    ) -> Result<AnchoredAnswer, any Error> {
        guard let added, let deleted, let anchor else { return answer(nil, error) }
        return .success(AnchoredAnswer(added: added, deleted: deleted, anchor: anchor))
    }
}

/// A handler told neither an answer nor an error.
struct NothingTold: Error {}

/// What a handler was told.
func answer<Value>(_ value: Value?, _ error: (any Error)?) -> Result<Value, any Error> {
    if let value, error == nil { return .success(value) }
    return .failure(error ?? NothingTold())
}

/// The code of the error that work fails with; nil where it does not fail with one of HealthKit's.
func code(of work: () async throws -> some Any) async -> HKError.Code? {
    do {
        _ = try await work()
        return nil
    } catch {
        return (error as? HKError)?.code
    }
}
