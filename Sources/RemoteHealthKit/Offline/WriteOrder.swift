#if !canImport(HealthKit)
import Synchronization

/// The order in which a program saves and deletes: that of its calls, one after the other.
///
/// A deletion that overtook the saving of its object would find nothing. Calls with handlers return
/// at once, so it is the call that takes the place, and not the task behind it.
final class WriteOrder: Sendable {
    private let last = Mutex<Task<Void, Never>?>(nil)

    /// Makes an order in which nothing was called.
    init() {}

    /// Runs work behind all that was given before; it gives how many objects it was about.
    ///
    /// It goes on when the task that waits for it is cancelled. No type parameter for the answer:
    /// Swift 6.3.1 compiles generic asynchronous calls around closures to calls of nothing.
    func run(_ work: @escaping @Sendable () async throws -> Int) -> Task<Int, any Error> {
        last.withLock { last in
            let previous = last
            let task = Task {
                await previous?.value
                return try await work()
            }
            // Whether it failed is for who asked for it.
            last = Task { _ = await task.result }
            return task
        }
    }
}
#endif
