import Dispatch
import Foundation

/// An operating-system thread that runs one closure, for work that blocks.
///
/// Blocking calls must not run on Swift's cooperative threads: there are as many as processors, and
/// a few waiting statements would stop every task of the program.
package final class DedicatedThread: Sendable {
    private let finished = DispatchGroup()

    /// Starts the thread.
    package init(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let finished = finished
        finished.enter()
        let thread = Thread {
            body()
            finished.leave()
        }
        thread.name = name
        thread.start()
    }

    /// Blocks until the closure has returned; returns at once when it already has.
    package func join() {
        finished.wait()
    }

    /// Blocks until the closure has returned, at most `timeout`; answers whether it has.
    package func join(timeout: Duration) -> Bool {
        let limit = DispatchTime.now() + .milliseconds(Int(timeout.wholeMilliseconds))
        return finished.wait(timeout: limit) == .success
    }
}
