#if !canImport(HealthKit)
public import Foundation

/// A query that gives the samples that match a predicate.
///
/// Differs from HealthKit: without sort descriptors the earliest start comes first. Samples are
/// sorted by their start on the server; by any other key here, as long as at most 100,000 match.
open class HKSampleQuery: HKQuery, @unchecked Sendable {
    /// The most samples it gives; all where it is `HKObjectQueryNoLimit`.
    public let limit: Int
    /// The order of the samples; nil where none was asked for.
    public let sortDescriptors: [NSSortDescriptor]?
    private let question: SampleQuestion
    private let handler: HandlerBox<@Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void>

    /// Makes a query about samples of one type.
    @preconcurrency
    public init(
        sampleType: HKSampleType,
        predicate: NSPredicate?,
        limit: Int,
        sortDescriptors: [NSSortDescriptor]?,
        resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) {
        self.limit = limit
        self.sortDescriptors = sortDescriptors
        question = SampleQuestion(
            selections: [SampleSelection(type: sampleType, filter: SampleFilter(predicate))],
            order: SampleOrder(sortDescriptors ?? []),
            limit: limit
        )
        handler = HandlerBox(resultsHandler)
        super.init(objectType: sampleType, predicate: predicate)
    }

    /// Makes a query about samples of several types, in an order.
    @preconcurrency
    public init(
        queryDescriptors: [HKQueryDescriptor],
        limit: Int,
        sortDescriptors: [NSSortDescriptor],
        resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) {
        self.limit = limit
        self.sortDescriptors = sortDescriptors
        question = SampleQuestion(
            selections: queryDescriptors.map(\.selection),
            order: SampleOrder(sortDescriptors),
            limit: limit
        )
        handler = HandlerBox(resultsHandler)
        super.init(objectType: nil, predicate: nil)
    }

    /// Makes a query about samples of several types.
    @preconcurrency
    public convenience init(
        queryDescriptors: [HKQueryDescriptor],
        limit: Int,
        resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) {
        self.init(
            queryDescriptors: queryDescriptors,
            limit: limit,
            sortDescriptors: [],
            resultsHandler: resultsHandler
        )
    }

    override func perform(on server: HealthServer) async {
        let (answer, error) = await outcome { try await question.samples(on: server) }
        guard let handler = handler.take() else { return }
        await run.deliver { handler(self, answer, error) }
    }
}
#endif
