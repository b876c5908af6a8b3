#if !canImport(HealthKit)
public import Foundation

/// A sample query that is awaited.
///
/// Differs from HealthKit as `HKSampleQuery` does.
public struct HKSampleQueryDescriptor<Sample: HKSample>: HKAsyncQuery, Sendable {
    /// The types of the samples and what they have to match, each by itself.
    public let predicates: [HKSamplePredicate<Sample>]
    /// The order of the samples.
    public let sortDescriptors: [SortDescriptor<Sample>]
    /// The most samples; all for nil.
    public let limit: Int?

    /// Makes a descriptor.
    public init(
        predicates: [HKSamplePredicate<Sample>],
        sortDescriptors: [SortDescriptor<Sample>],
        limit: Int? = nil
    ) {
        self.predicates = predicates
        self.sortDescriptors = sortDescriptors
        self.limit = limit
    }

    /// Gives the samples that match.
    ///
    /// - Throws: `HKError`; `CancellationError` when the task is cancelled.
    public func result(for healthStore: HKHealthStore) async throws -> [Sample] {
        let question = SampleQuestion(
            selections: predicates.map(\.selection),
            order: SampleOrder(sortDescriptors),
            limit: limit ?? HKObjectQueryNoLimit
        )
        return try await question.samples(on: healthStore.server).compactMap { $0 as? Sample }
    }
}
#endif
