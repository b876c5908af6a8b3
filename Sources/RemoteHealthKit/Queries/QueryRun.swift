#if !canImport(HealthKit)
import Foundation

/// Whether a query runs, and what keeps its handlers from being called when it does not.
///
/// `@unchecked Sendable`: `phase` is read and written under `lock`.
final class QueryRun: @unchecked Sendable {
    private enum Phase {
        case idle
        case running(Task<Void, Never>)
        case ended
    }

    // Held while a handler runs, so that none runs once `stop()` has returned. Recursive, since a
    // handler may stop its own query.
    private let lock = NSRecursiveLock()
    private var phase = Phase.idle

    /// Starts the work, unless it was started or stopped before.
    func start(_ work: @escaping @Sendable () async -> Void) {
        lock.withLock {
            guard case .idle = phase else { return }
            phase = .running(
                Task {
                    await work()
                    self.stop()
                }
            )
        }
    }

    /// Ends the work; no handler runs any more when this returns.
    func stop() {
        let task: Task<Void, Never>? = lock.withLock {
            defer { phase = .ended }
            guard case .running(let task) = phase else { return nil }
            return task
        }
        task?.cancel()
    }

    /// Calls a handler on a queue of its own kind and waits until it has returned; calls nothing
    /// once the work has ended.
    func deliver(_ handler: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            HandlerQueue.run { [self] in
                lock.withLock {
                    if case .running = phase { handler() }
                }
                continuation.resume()
            }
        }
    }
}
#endif
