#if !canImport(HealthKit)
public import Foundation

/// A statistics collection query that is awaited or iterated.
///
/// Differs from HealthKit as `HKStatisticsCollectionQuery` does.
public struct HKStatisticsCollectionQueryDescriptor: HKAsyncQuery, HKAsyncSequenceQuery, Sendable {
    /// The type of the samples and what they have to match.
    public let predicate: HKSamplePredicate<HKQuantitySample>
    /// What is computed.
    public let options: HKStatisticsOptions
    /// A date at which an interval begins.
    public let anchorDate: Date
    /// The length of the intervals.
    public let intervalComponents: DateComponents

    /// Makes a descriptor.
    public init(
        predicate: HKSamplePredicate<HKQuantitySample>,
        options: HKStatisticsOptions,
        anchorDate: Date,
        intervalComponents: DateComponents
    ) {
        self.predicate = predicate
        self.options = options
        self.anchorDate = anchorDate
        self.intervalComponents = intervalComponents
    }

    /// Gives the statistics.
    ///
    /// - Throws: `HKError`; `CancellationError` when the task is cancelled.
    public func result(for healthStore: HKHealthStore) async throws -> HKStatisticsCollection {
        try await question().collection(on: healthStore.server)
    }

    /// Gives the statistics, and again with each interval that changes.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(descriptor: self, server: healthStore.server)
    }

    fileprivate func question() throws -> CollectionQuestion {
        CollectionQuestion(
            question: try StatisticsQuestion(predicate, options),
            anchorDate: anchorDate,
            intervalComponents: intervalComponents
        )
    }
}

extension HKStatisticsCollectionQueryDescriptor {
    /// The statistics at one time.
    ///
    /// `@unchecked Sendable`: neither class changes after it is made.
    public struct Result: @unchecked Sendable {
        /// All of the statistics.
        public let statisticsCollection: HKStatisticsCollection
        /// The interval that changed; nil at first, and for one that has no data any more.
        public let updatedStatistics: HKStatistics?
    }

    /// The statistics, first as they are and then after each change.
    ///
    /// The first failure to reach the server ends it with an error; later ones are waited out. It
    /// ends when the task is cancelled.
    public struct Results: AsyncSequence, Sendable {
        /// What is iterated.
        public typealias Element = HKStatisticsCollectionQueryDescriptor.Result

        fileprivate let descriptor: HKStatisticsCollectionQueryDescriptor
        fileprivate let server: HealthServer

        /// Asks for the statistics with the first step.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(results: self) }

        /// Where an iteration is.
        public struct AsyncIterator: AsyncIteratorProtocol {
            fileprivate let results: Results
            private var feed: CollectionFeed?
            private var pending: [Element] = []

            fileprivate init(results: Results) { self.results = results }

            /// Gives the statistics, then waits for an interval to change.
            ///
            /// - Throws: `HKError`.
            public mutating func next() async throws -> Element? {
                let question = try results.descriptor.question()
                guard var feed else { return try await first(question) }
                while pending.isEmpty {
                    guard let change = try await feed.next() else { return nil }
                    let collection = try question.collection(of: change.answer)
                    pending = change.statistics(question).map {
                        Element(statisticsCollection: collection, updatedStatistics: $0)
                    }
                }
                self.feed = feed
                return pending.removeFirst()
            }

            private mutating func first(_ question: CollectionQuestion) async throws -> Element {
                var feed = CollectionFeed(question, on: results.server, follows: true)
                let answer = try await feed.begin()
                self.feed = feed
                return Element(
                    statisticsCollection: try question.collection(of: answer),
                    updatedStatistics: nil
                )
            }
        }
    }
}
#endif
