#if !canImport(HealthKit)
public import Foundation

/// What an observer query's handler calls when it is done with an update.
public typealias HKObserverQueryCompletionHandler = @Sendable () -> Void

/// A query that tells that samples were saved or deleted, for as long as it runs.
///
/// Its handler is called once at the start, and then after changes; several that happened since the
/// last call are told by one. Where the server is away when it starts, the handler is told
/// `errorDatabaseInaccessible` and again without an error once the server is back.
///
/// Differs from HealthKit: a program is not launched for changes, so the completion handler has
/// nothing to report to anybody; it may be called or left alone. Of a deletion the server keeps no
/// more than the type, so those of samples that did not match the predicate are told, too.
open class HKObserverQuery: HKQuery, @unchecked Sendable {
    private typealias Handler =
        @Sendable (
            HKObserverQuery, Set<HKSampleType>?, @escaping HKObserverQueryCompletionHandler,
            (any Error)?
        ) -> Void

    private let selections: [SampleSelection]
    private let handler: HandlerBox<Handler>

    /// Makes a query about samples of one type.
    @preconcurrency
    public init(
        sampleType: HKSampleType,
        predicate: NSPredicate?,
        updateHandler:
            @escaping @Sendable (
                HKObserverQuery, @escaping HKObserverQueryCompletionHandler, (any Error)?
            ) -> Void
    ) {
        selections = [SampleSelection(type: sampleType, filter: SampleFilter(predicate))]
        handler = HandlerBox { query, _, completion, error in
            updateHandler(query, completion, error)
        }
        super.init(objectType: sampleType, predicate: predicate)
    }

    /// Makes a query about samples of several types; its handler is told which of them changed.
    @preconcurrency
    public init(
        queryDescriptors: [HKQueryDescriptor],
        updateHandler:
            @escaping @Sendable (
                HKObserverQuery, Set<HKSampleType>?, @escaping HKObserverQueryCompletionHandler,
                (any Error)?
            ) -> Void
    ) {
        selections = queryDescriptors.map(\.selection)
        handler = HandlerBox(updateHandler)
        super.init(objectType: nil, predicate: nil)
    }

    override func perform(on server: HealthServer) async {
        var watch = ChangeWatch(selections, on: server)
        do {
            for selection in selections { try selection.check() }
            try await watch.begin()
            await tell(Set(selections.map(\.type)), nil)
        } catch {
            await tell(nil, HKError(anyError: error))
            guard error.isTemporary else { return }
        }
        do {
            while let changed = try await watch.next() {
                await tell(changed, nil)
            }
        } catch {
            await tell(nil, HKError(anyError: error))
        }
        handler.handler = nil
    }

    private func tell(_ types: Set<HKSampleType>?, _ error: HKError?) async {
        guard let handler = handler.handler else { return }
        await run.deliver { handler(self, types, {}, error) }
    }
}
#endif
