import HealthModel
import Synchronization
import TestSupport

@testable import HealthOutbox

/// A clock that waits for nothing and remembers the pauses.
final class TestClock: Sendable {
    private let pauses = Mutex<[Duration]>([])

    /// The pauses, in order.
    var all: [Duration] { pauses.withLock { $0 } }

    /// The clock; of all pauses that may be it takes the one of `jitter`.
    func clock(jitter: Double = 1) -> RetryClock {
        RetryClock(
            now: { Instant(seconds: 784_111_777) },
            wait: { pause in self.pauses.withLock { $0.append(pause) } },
            jitter: { jitter }
        )
    }
}
