#if !canImport(HealthKit)
public import Foundation

/// A query that gives correlations by what they hold.
open class HKCorrelationQuery: HKQuery, @unchecked Sendable {
    /// The type of the correlations.
    public let correlationType: HKCorrelationType
    /// What samples in the correlation have to match, by their types.
    public let samplePredicates: [HKSampleType: NSPredicate]?
    private let selection: SampleSelection
    private let contents: [SampleSelection]
    private let handler:
        HandlerBox<@Sendable (HKCorrelationQuery, [HKCorrelation]?, (any Error)?) -> Void>

    /// Makes a query.
    ///
    /// A correlation is given if it matches the predicate, and for each of the sample predicates
    /// it holds a sample of that type that matches it.
    @preconcurrency
    public init(
        type correlationType: HKCorrelationType,
        predicate: NSPredicate?,
        samplePredicates: [HKSampleType: NSPredicate]?,
        completion: @escaping @Sendable (HKCorrelationQuery, [HKCorrelation]?, (any Error)?) -> Void
    ) {
        self.correlationType = correlationType
        self.samplePredicates = samplePredicates
        selection = SampleSelection(type: correlationType, filter: SampleFilter(predicate))
        contents = (samplePredicates ?? [:]).map {
            SampleSelection(type: $0.key, filter: SampleFilter($0.value))
        }
        handler = HandlerBox(completion)
        super.init(objectType: correlationType, predicate: predicate)
    }

    override func perform(on server: HealthServer) async {
        let (answer, error) = await outcome { try await correlations(on: server) }
        guard let handler = handler.take() else { return }
        await run.deliver { handler(self, answer, error) }
    }

    private func correlations(on server: HealthServer) async throws -> [HKCorrelation] {
        for content in contents { try content.check() }
        let reader = SampleReader(selection: selection, server: server)
        let samples = try await reader.read(.start, limit: HKObjectQueryNoLimit)
        return samples.compactMap { $0 as? HKCorrelation }.filter { correlation in
            contents.allSatisfy { correlation.objects.contains(where: $0.contains) }
        }
    }
}
#endif
