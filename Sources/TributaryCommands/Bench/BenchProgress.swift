import Synchronization

/// Says how far a run has got, and ends it when nobody wants it any more.
final class BenchProgress: Sendable {
    private let isCancelled = Atomic(false)
    private let write: @Sendable (String) -> Void

    /// Makes one that gives its lines to a closure.
    init(_ write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    /// Says what is done next.
    ///
    /// - Throws: `CancellationError` once the run was cancelled.
    func note(_ line: String) throws {
        guard !isCancelled.load(ordering: .relaxed) else { throw CancellationError() }
        write(line)
    }

    /// Makes the next note end the run.
    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
    }
}
