#if !canImport(HealthKit)
public import Foundation

/// A query that tells of samples that were saved and deleted since an anchor.
///
/// Differs from HealthKit: of a deletion the server keeps no more than the type, so deletions of
/// samples that did not match the predicate are told, too.
open class HKAnchoredObjectQuery: HKQuery, @unchecked Sendable {
    private typealias Handler =
        @Sendable (
            HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
        ) -> Void

    private let selections: [SampleSelection]
    private let anchor: HKQueryAnchor?
    private let limit: Int
    private let results: HandlerBox<Handler>
    private let updates = HandlerBox<Handler>(nil)

    /// Told of what changes later, for as long as the query runs; set it before it is executed.
    ///
    /// Without one the query ends with its results. Where the server is away, the query goes on
    /// trying and tells of the changes when it is back.
    ///
    /// Differs from HealthKit: with a limit, where HealthKit raises, it is told an error at once:
    /// `errorInvalidArgument`.
    @preconcurrency
    public var updateHandler:
        (
            @Sendable (
                HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
            ) -> Void
        )?
    {
        get { updates.handler }
        set { updates.handler = newValue }
    }

    /// Makes a query about samples of one type.
    ///
    /// Without an anchor it tells of all samples. The limit counts samples and deletions.
    @preconcurrency
    public init(
        type: HKSampleType,
        predicate: NSPredicate?,
        anchor: HKQueryAnchor?,
        limit: Int,
        resultsHandler handler:
            @escaping @Sendable (
                HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
            ) -> Void
    ) {
        selections = [SampleSelection(type: type, filter: SampleFilter(predicate))]
        self.anchor = anchor
        self.limit = limit
        results = HandlerBox(handler)
        super.init(objectType: type, predicate: predicate)
    }

    /// Makes a query about samples of several types.
    @preconcurrency
    public init(
        queryDescriptors: [HKQueryDescriptor],
        anchor: HKQueryAnchor?,
        limit: Int,
        resultsHandler handler:
            @escaping @Sendable (
                HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
            ) -> Void
    ) {
        selections = queryDescriptors.map(\.selection)
        self.anchor = anchor
        self.limit = limit
        results = HandlerBox(handler)
        super.init(objectType: nil, predicate: nil)
    }

    override func perform(on server: HealthServer) async {
        let reader = ChangeReader(selections: selections, server: server)
        var place = anchor?.text
        let (changes, error) = await outcome { try await firstChanges(reader) }
        await tell(results.take(), changes, error)
        guard updates.handler != nil, error == nil || error?.isTemporary == true else { return }
        // Without results the first update makes up for them.
        place = changes?.anchor ?? place
        do {
            while let changes = try await reader.changes(awaitedAfter: &place) {
                await tell(updates.handler, changes, nil)
            }
        } catch {
            await tell(updates.handler, nil, error)
        }
        updates.handler = nil
    }

    private func firstChanges(_ reader: ChangeReader) async throws -> Changes {
        try reader.check(limit: limit)
        if limit != HKObjectQueryNoLimit, updates.handler != nil {
            throw HKError.endlessQueryWithLimit
        }
        return try await reader.changes(since: anchor?.text, limit: limit)
    }

    private func tell(_ handler: Handler?, _ changes: Changes?, _ error: (any Error)?) async {
        guard let handler else { return }
        await run.deliver {
            handler(
                self,
                changes?.added,
                changes?.deleted,
                changes.map { HKQueryAnchor(text: $0.anchor) },
                error
            )
        }
    }
}

extension Error {
    /// Whether the same may succeed later.
    var isTemporary: Bool { (self as? HKError)?.isTemporary ?? false }
}
#endif
