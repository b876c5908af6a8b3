/// What many callers have taken of a quota, as a value without a clock.
///
/// Who has a whole quota is not in it. Where it is full nevertheless, those who took least are
/// forgotten: they gain little by it.
struct QuotaTable<Caller: Hashable & Sendable>: Sendable {
    /// What each caller has.
    let quota: Quota
    private let capacity: Int
    /// When each caller's quota is whole again, in nanoseconds.
    private var wholeAt: [Caller: Int] = [:]

    /// Makes a table for so many callers.
    init(_ quota: Quota, capacity: Int) {
        self.quota = quota
        self.capacity = capacity
    }

    /// How many callers have less than a whole quota, or had when it was last looked.
    var count: Int { wholeAt.count }

    /// What a caller has.
    func state(of caller: Caller, at now: Int) -> Quota.State {
        quota.state(wait(of: caller, at: now))
    }

    /// Whether a caller may take one unit.
    func hasRoom(for caller: Caller, at now: Int) -> Bool {
        quota.hasRoom(wait(of: caller, at: now))
    }

    /// Takes units whether they are there or not: what is missing is owed.
    mutating func charge(_ caller: Caller, _ count: Int, at now: Int) {
        let wait = wait(of: caller, at: now) + quota.time(for: count)
        guard wait > 0 else { return }
        if wholeAt.count >= capacity, wholeAt[caller] == nil { makeRoom(at: now) }
        wholeAt[caller] = now + min(wait, Quota.longestDebt)
    }

    private func wait(of caller: Caller, at now: Int) -> Int {
        max(0, (wholeAt[caller] ?? now) - now)
    }

    /// Forgets whoever has a whole quota; where that is not enough, the half nearest to it.
    ///
    /// Half of the table at a time, so that it is not sorted for every newcomer.
    private mutating func makeRoom(at now: Int) {
        wholeAt = wholeAt.filter { $0.value > now }
        guard wholeAt.count >= capacity else { return }
        let kept = wholeAt.sorted { $0.value > $1.value }.prefix(capacity / 2)
        wholeAt = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
    }
}
