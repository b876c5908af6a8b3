#if !canImport(HealthKit)
/// A query whose one answer can be awaited.
public protocol HKAsyncQuery<Output> {
    /// The answer.
    associatedtype Output

    /// Asks the store and gives the answer.
    func result(for healthStore: HKHealthStore) async throws -> Output
}

/// A query that goes on to tell what changes.
public protocol HKAsyncSequenceQuery<Sequence> {
    /// The answers, the first one and those after changes.
    associatedtype Sequence: AsyncSequence

    /// Asks the store when it is iterated, and again after changes until the task is cancelled.
    func results(for healthStore: HKHealthStore) -> Sequence
}
#endif
