#if !canImport(HealthKit)
public import Foundation

/// A query that computes something of the quantity samples that match a predicate.
///
/// Differs from HealthKit: the predicate may join one range of time, sets of sources, and
/// `HKMetadataKeyWasUserEntered` compared with true. With any other the query fails with
/// `errorInvalidArgument`, as with an option that the type does not have, where HealthKit raises.
/// A sample that reaches over an end of a range without strict options counts with its share in
/// the range; start and end of the statistics are those of the range.
open class HKStatisticsQuery: HKQuery, @unchecked Sendable {
    private let question: StatisticsQuestion
    private let handler:
        HandlerBox<@Sendable (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void>

    /// Makes a query.
    ///
    /// Where no sample matches, its error is `errorNoData`.
    @preconcurrency
    public init(
        quantityType: HKQuantityType,
        quantitySamplePredicate: NSPredicate?,
        options: HKStatisticsOptions = [],
        completionHandler handler:
            @escaping @Sendable (
                HKStatisticsQuery, HKStatistics?, (any Error)?
            ) -> Void
    ) {
        question = StatisticsQuestion(
            type: quantityType,
            filter: SampleFilter(quantitySamplePredicate),
            options: options
        )
        self.handler = HandlerBox(handler)
        super.init(objectType: quantityType, predicate: quantitySamplePredicate)
    }

    override func perform(on server: HealthServer) async {
        let (answer, error) = await outcome { try await question.statistics(on: server) }
        guard let handler = handler.take() else { return }
        await run.deliver { handler(self, answer, error) }
    }
}
#endif
