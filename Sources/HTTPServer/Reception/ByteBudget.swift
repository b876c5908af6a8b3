import Synchronization

/// A bound on the bytes that many bodies hold together.
final class ByteBudget: Sendable {
    private let limit: Int
    private let used = Mutex(0)

    /// Makes a budget with nothing taken from it.
    init(limit: Int) {
        self.limit = limit
    }

    /// Takes bytes out; false, and nothing taken, when there are not that many left.
    func take(_ count: Int) -> Bool {
        used.withLock { used in
            guard count <= limit - used else { return false }
            used += count
            return true
        }
    }

    /// Puts back bytes that were taken.
    func putBack(_ count: Int) {
        used.withLock { $0 -= count }
    }

    /// The bytes taken at the moment.
    var bytesTaken: Int { used.withLock { $0 } }
}
