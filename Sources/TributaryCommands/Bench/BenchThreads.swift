import Postgres
import Synchronization

/// Runs one closure on several threads of their own and gives the seconds until all were done.
func timeOnThreads(
    _ count: Int,
    _ body: @escaping @Sendable (Int) throws -> Void
) throws -> Double {
    let failure = Mutex<(any Error)?>(nil)
    let start = ContinuousClock.now
    let threads = (0..<count).map { index in
        DedicatedThread("bench-\(index)") {
            do {
                try body(index)
            } catch {
                failure.withLock { $0 = error }
            }
        }
    }
    for thread in threads { thread.join() }
    if let error = failure.withLock({ $0 }) { throw error }
    return (ContinuousClock.now - start).seconds
}

/// Runs a closure on a thread of its own, as a server in this process needs all of Swift's.
func onThread<Answer: Sendable>(
    _ body: @escaping @Sendable () throws -> Answer
) async throws -> Answer {
    try await withCheckedThrowingContinuation { continuation in
        _ = DedicatedThread("bench") { continuation.resume(with: Result { try body() }) }
    }
}

/// Runs a closure and gives the seconds it took.
func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start).seconds
}

extension Duration {
    /// The duration in seconds.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
