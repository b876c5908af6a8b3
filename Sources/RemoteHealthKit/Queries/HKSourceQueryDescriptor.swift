#if !canImport(HealthKit)
/// A source query that is awaited.
public struct HKSourceQueryDescriptor<Sample: HKSample>: HKAsyncQuery, Sendable {
    /// The type of the samples and what they have to match.
    public let predicate: HKSamplePredicate<Sample>

    /// Makes a descriptor.
    public init(predicate: HKSamplePredicate<Sample>) { self.predicate = predicate }

    /// Gives the sources of the samples that match, by their bundle identifiers.
    ///
    /// - Throws: `HKError`; `CancellationError` when the task is cancelled.
    public func result(for healthStore: HKHealthStore) async throws -> [HKSource] {
        try await predicate.selection.sources(on: healthStore.server)
            .sorted { $0.bundleIdentifier < $1.bundleIdentifier }
    }
}
#endif
