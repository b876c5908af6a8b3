#if !canImport(HealthKit)
/// A statistics query that is awaited.
///
/// Differs from HealthKit as `HKStatisticsQuery` does.
public struct HKStatisticsQueryDescriptor: HKAsyncQuery, Sendable {
    /// The type of the samples and what they have to match.
    public let predicate: HKSamplePredicate<HKQuantitySample>
    /// What is computed.
    public let options: HKStatisticsOptions

    /// Makes a descriptor.
    public init(predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions) {
        self.predicate = predicate
        self.options = options
    }

    /// Gives the statistics; never nil here.
    ///
    /// - Throws: `HKError`, with `errorNoData` where no sample matches; `CancellationError` when
    ///   the task is cancelled.
    public func result(for healthStore: HKHealthStore) async throws -> HKStatistics? {
        let question = try StatisticsQuestion(predicate, options)
        return try await question.statistics(on: healthStore.server)
    }
}

extension StatisticsQuestion {
    /// Makes the question of a descriptor.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` for a type that is no quantity type.
    init(
        _ predicate: HKSamplePredicate<HKQuantitySample>,
        _ options: HKStatisticsOptions
    ) throws {
        guard let type = predicate.sampleType as? HKQuantityType else {
            throw HKError.failure(
                .errorInvalidArgument,
                "\(predicate.sampleType.identifier) is no quantity type and has no statistics."
            )
        }
        self.init(type: type, filter: SampleFilter(predicate.nsPredicate), options: options)
    }
}
#endif
