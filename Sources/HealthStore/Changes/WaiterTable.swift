/// Who waits for whose changes: a hub's decisions as a value without threads, clocks or a database.
///
/// What happens between two waits of a waiter is kept for it: the next wait ends at once.
struct WaiterTable {
    typealias Moment = ContinuousClock.Instant

    private struct Waiter {
        let user: UserID
        /// Whether something happened that the waiter has not been told of.
        var isSignalled = false
        /// What it waits for; nil between two waits.
        var wait: (position: Int64, deadline: Moment)?
    }

    private let limit: Int
    private var waiters: [UInt64: Waiter] = [:]
    private var byUser: [UserID: Set<UInt64>] = [:]
    private var lastID: UInt64 = 0

    /// Makes a table for so many waiters.
    init(limit: Int) {
        self.limit = limit
    }

    /// How many there are.
    var count: Int { waiters.count }

    /// The users that somebody waits for, sorted.
    var users: [UserID] { byUser.keys.sorted { $0.number < $1.number } }

    /// Adds a waiter; nil where there is no room.
    mutating func add(_ user: UserID) -> UInt64? {
        guard waiters.count < limit else { return nil }
        lastID += 1
        waiters[lastID] = Waiter(user: user)
        byUser[user, default: []].insert(lastID)
        return lastID
    }

    /// Forgets a waiter.
    mutating func remove(_ id: UInt64) {
        guard let user = waiters.removeValue(forKey: id)?.user else { return }
        byUser[user]?.remove(id)
        if byUser[user]?.isEmpty == true { byUser[user] = nil }
    }

    /// Begins a wait; true where it is over at once.
    mutating func begin(_ id: UInt64, after position: Int64, until deadline: Moment) -> Bool {
        guard let waiter = waiters[id], !waiter.isSignalled else {
            waiters[id]?.isSignalled = false
            return true
        }
        waiters[id]?.wait = (position, deadline)
        return false
    }
}

/// What ends waits; each answers the waiters to resume.
extension WaiterTable {
    /// One waiter has to look.
    mutating func wake(_ id: UInt64) -> [UInt64] {
        guard let waiter = waiters[id] else { return [] }
        if waiter.wait == nil {
            waiters[id]?.isSignalled = true
            return []
        }
        waiters[id]?.wait = nil
        return [id]
    }

    /// Something happened to a user.
    mutating func notify(_ user: UserID) -> [UInt64] {
        var woken: [UInt64] = []
        for id in byUser[user] ?? [] { woken += wake(id) }
        return woken
    }

    /// Something happened that may concern anybody.
    mutating func notifyAll() -> [UInt64] {
        var woken: [UInt64] = []
        for id in waiters.keys.sorted() { woken += wake(id) }
        return woken
    }

    /// The time has come for some.
    mutating func expire(at now: Moment) -> [UInt64] {
        let due = waiters.filter { _, waiter in waiter.wait.map { $0.deadline <= now } ?? false }
        for id in due.keys { waiters[id]?.wait = nil }
        return Array(due.keys)
    }

    /// Compares with the last positions of users, nil for one who is gone.
    mutating func compare(_ positions: [(user: UserID, last: Int64?)]) -> [UInt64] {
        var woken: [UInt64] = []
        for (user, last) in positions {
            for id in byUser[user] ?? [] {
                guard let wait = waiters[id]?.wait else { continue }
                if last.map({ $0 > wait.position }) ?? true { woken += wake(id) }
            }
        }
        return woken
    }
}
