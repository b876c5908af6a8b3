import Synchronization

/// A bound on the bytes that many bodies hold together.
final class ByteBudget: Sendable {
    private let limit: Int
    private let whole: ByteBudget?
    private let used = Mutex(0)

    /// Makes a budget with nothing taken from it; what is taken from a part counts in the whole.
    init(limit: Int, partOf whole: ByteBudget? = nil) {
        self.limit = limit
        self.whole = whole
    }

    /// Takes bytes out; false, and nothing taken, when there are not that many left.
    func take(_ count: Int) -> Bool {
        let isTaken = used.withLock { used in
            guard count <= limit - used else { return false }
            used += count
            return true
        }
        guard isTaken, let whole, !whole.take(count) else { return isTaken }
        used.withLock { $0 -= count }
        return false
    }

    /// Puts back bytes that were taken.
    func putBack(_ count: Int) {
        used.withLock { $0 -= count }
        whole?.putBack(count)
    }

    /// The bytes taken at the moment.
    var bytesTaken: Int { used.withLock { $0 } }
}
