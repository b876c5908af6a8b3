#if !canImport(HealthKit)
import Foundation

/// An anchored object query that is awaited or iterated.
///
/// Differs from HealthKit as `HKAnchoredObjectQuery` does.
public struct HKAnchoredObjectQueryDescriptor<Sample: HKSample>: HKAsyncQuery, HKAsyncSequenceQuery,
    Sendable
{
    /// The types of the samples and what they have to match, each by itself.
    public let predicates: [HKSamplePredicate<Sample>]
    /// The place to go on from; nil to be told of all samples.
    public let anchor: HKQueryAnchor?
    /// The most samples and deletions; all for nil.
    public let limit: Int?

    /// Makes a descriptor.
    public init(
        predicates: [HKSamplePredicate<Sample>],
        anchor: HKQueryAnchor?,
        limit: Int? = nil
    ) {
        self.predicates = predicates
        self.anchor = anchor
        self.limit = limit
    }

    /// Gives what changed since the anchor.
    ///
    /// - Throws: `HKError`; `CancellationError` when the task is cancelled.
    public func result(for healthStore: HKHealthStore) async throws -> Result {
        let reader = reader(on: healthStore.server)
        let limit = limit ?? HKObjectQueryNoLimit
        try reader.check(limit: limit)
        return Result(try await reader.changes(since: anchor?.text, limit: limit))
    }

    /// Gives what changed since the anchor, and then what changes.
    ///
    /// Differs from HealthKit: with a limit it ends with an error, `errorInvalidArgument`.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(descriptor: self, reader: reader(on: healthStore.server))
    }

    private func reader(on server: HealthServer) -> ChangeReader {
        ChangeReader(selections: predicates.map(\.selection), server: server)
    }
}

extension HKAnchoredObjectQueryDescriptor {
    /// What changed, and the place behind it.
    public struct Result: Sendable {
        /// Samples that were saved.
        public let addedSamples: [Sample]
        /// Samples that were deleted.
        public let deletedObjects: [HKDeletedObject]
        /// The place behind these changes.
        public let newAnchor: HKQueryAnchor

        /// Makes a result of changes.
        init(_ changes: Changes) {
            addedSamples = changes.added.compactMap { $0 as? Sample }
            deletedObjects = changes.deleted
            newAnchor = HKQueryAnchor(text: changes.anchor)
        }
    }

    /// What changed since the anchor, and then each change.
    ///
    /// The first failure to reach the server ends it with an error; later ones are waited out. It
    /// ends when the task is cancelled.
    public struct Results: AsyncSequence, Sendable {
        /// What is iterated.
        public typealias Element = HKAnchoredObjectQueryDescriptor<Sample>.Result

        fileprivate let descriptor: HKAnchoredObjectQueryDescriptor<Sample>
        fileprivate let reader: ChangeReader

        /// Asks for the changes with the first step.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(results: self) }

        /// Where an iteration is.
        public struct AsyncIterator: AsyncIteratorProtocol {
            fileprivate let results: Results
            private var place: String?
            private var hasBegun = false

            fileprivate init(results: Results) { self.results = results }

            /// Gives what changed since the anchor, then waits for changes.
            ///
            /// - Throws: `HKError`.
            public mutating func next() async throws -> Element? {
                if !hasBegun { return try await first() }
                guard let changes = try await results.reader.changes(awaitedAfter: &place) else {
                    return nil
                }
                return Element(changes)
            }

            private mutating func first() async throws -> Element {
                let (descriptor, reader) = (results.descriptor, results.reader)
                try reader.check(limit: descriptor.limit ?? HKObjectQueryNoLimit)
                if let limit = descriptor.limit, limit != HKObjectQueryNoLimit {
                    throw HKError.endlessQueryWithLimit
                }
                let changes = try await reader.changes(
                    since: descriptor.anchor?.text,
                    limit: HKObjectQueryNoLimit
                )
                hasBegun = true
                place = changes.anchor
                return Element(changes)
            }
        }
    }
}
#endif
