import Foundation
import Synchronization

/// A place where threads wait until all of them have come.
final class Barrier: Sendable {
    private let missing: Mutex<Int>
    private let open = DispatchSemaphore(value: 0)

    /// Makes a barrier for `count` threads.
    init(of count: Int) { missing = Mutex(count) }

    /// Blocks until as many threads as expected are here.
    func wait() {
        let isLast = missing.withLock { missing in
            missing -= 1
            return missing == 0
        }
        if !isLast { open.wait() }
        open.signal()
    }
}

/// A door that jobs of a pool stand before until a test opens it.
final class Door: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let waiting = Mutex(0)

    /// How many have come to the door so far.
    var arrivals: Int { waiting.withLock { $0 } }

    /// Blocks until the door is open.
    func wait() {
        waiting.withLock { $0 += 1 }
        semaphore.wait()
        semaphore.signal()
    }

    /// Opens the door for good.
    func open() { semaphore.signal() }
}
