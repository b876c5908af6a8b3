#if !canImport(HealthKit)
public import Foundation

/// A query that computes something for each of a row of intervals, such as days.
///
/// Predicates and options are those of `HKStatisticsQuery`, with the same differences. A sample
/// that reaches over an edge of an interval gives each side its share, as in HealthKit. Days begin
/// at midnight of the zone of the interval components or of their calendar, else of the current
/// zone.
open class HKStatisticsCollectionQuery: HKQuery, @unchecked Sendable {
    private typealias Initial =
        @Sendable (
            HKStatisticsCollectionQuery, HKStatisticsCollection?, (any Error)?
        ) -> Void
    private typealias Update =
        @Sendable (
            HKStatisticsCollectionQuery, HKStatistics?, HKStatisticsCollection?, (any Error)?
        ) -> Void

    /// A date at which an interval begins.
    public let anchorDate: Date
    /// What is computed.
    public let options: HKStatisticsOptions
    /// The length of the intervals.
    public let intervalComponents: DateComponents
    private let question: CollectionQuestion
    private let initial = HandlerBox<Initial>(nil)
    private let updates = HandlerBox<Update>(nil)

    /// Told the statistics once; set it before the query is executed.
    @preconcurrency
    public var initialResultsHandler:
        (@Sendable (HKStatisticsCollectionQuery, HKStatisticsCollection?, (any Error)?) -> Void)?
    {
        get { initial.handler }
        set { initial.handler = newValue }
    }

    /// Told the statistics of an interval that changed, and all of them, for as long as the query
    /// runs; set it before the query is executed.
    ///
    /// Called once for each interval that changed; the statistics are nil for one that has no
    /// data any more. Without one the query ends with its initial results.
    @preconcurrency
    public var statisticsUpdateHandler:
        (
            @Sendable (
                HKStatisticsCollectionQuery, HKStatistics?, HKStatisticsCollection?, (any Error)?
            ) -> Void
        )?
    {
        get { updates.handler }
        set { updates.handler = newValue }
    }

    /// Makes a query.
    public init(
        quantityType: HKQuantityType,
        quantitySamplePredicate: NSPredicate?,
        options: HKStatisticsOptions = [],
        anchorDate: Date,
        intervalComponents: DateComponents
    ) {
        self.anchorDate = anchorDate
        self.options = options
        self.intervalComponents = intervalComponents
        question = CollectionQuestion(
            question: StatisticsQuestion(
                type: quantityType,
                filter: SampleFilter(quantitySamplePredicate),
                options: options
            ),
            anchorDate: anchorDate,
            intervalComponents: intervalComponents
        )
        super.init(objectType: quantityType, predicate: quantitySamplePredicate)
    }

    override func perform(on server: HealthServer) async {
        var feed = CollectionFeed(question, on: server, follows: updates.handler != nil)
        let (answer, error) = await outcome { try await feed.begin() }
        let collection = answer.flatMap { try? question.collection(of: $0) }
        if let handler = initial.take() {
            await run.deliver { handler(self, collection, error) }
        }
        guard let handler = updates.handler, error == nil || error?.isTemporary == true else {
            return
        }
        do {
            while let change = try await feed.next() {
                let collection = try question.collection(of: change.answer)
                for statistics in change.statistics(question) {
                    await run.deliver { handler(self, statistics, collection, nil) }
                }
            }
        } catch {
            await run.deliver { handler(self, nil, nil, HKError(anyError: error)) }
        }
        updates.handler = nil
    }
}
#endif
