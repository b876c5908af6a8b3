import Synchronization

/// What was pushed, and what of it the server said it has.
final class Ledger: Sendable {
    private struct State {
        var batches: StepBatches
        var pushed: [StepBatch] = []
        var acknowledged: Set<Int> = []
        var surprises: [String] = []
        var isOver = false
    }

    private let state: Mutex<State>

    /// Begins with nothing pushed.
    init(_ batches: StepBatches) {
        state = Mutex(State(batches: batches))
    }

    /// The next batch to push; nil when the writers are to stop.
    func next() -> StepBatch? {
        state.withLock { state in
            guard !state.isOver else { return nil }
            let batch = state.batches.batch()
            state.pushed.append(batch)
            return batch
        }
    }

    /// Lets the writers go on, or stops them.
    func setOver(_ isOver: Bool) { state.withLock { $0.isOver = isOver } }

    /// Whether the writers are to stop.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Notes that the server has the batch.
    func acknowledge(_ batch: StepBatch) {
        _ = state.withLock { $0.acknowledged.insert(batch.number) }
    }

    /// Notes an answer that should not have come.
    func note(surprise: String) { state.withLock { $0.surprises.append(surprise) } }

    /// Every batch that was sent off.
    var pushed: [StepBatch] { state.withLock { $0.pushed } }

    /// The numbers of the batches that the server has.
    var acknowledged: Set<Int> { state.withLock { $0.acknowledged } }

    /// The answers that should not have come.
    var surprises: [String] { state.withLock { $0.surprises } }
}
