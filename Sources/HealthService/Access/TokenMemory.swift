import HealthModel
import HealthStore

/// Whom tokens were found to speak for, as a value without a clock or a database.
struct TokenMemory {
    private struct Entry {
        let principal: Principal
        var goodUntil: Instant
    }

    private var entries: [TokenID: Entry] = [:]
    /// Whether what others change is heard, so that something may be remembered.
    private(set) var isTrusted = false
    /// Counts what was forgotten: what was looked up before is not remembered after.
    private(set) var generation = 0

    /// The most tokens remembered; beyond it all are forgotten and asked for again.
    private static let capacity = 10_000

    /// Whether a token was ever good, though that may be long ago.
    func knows(_ token: TokenID) -> Bool { entries[token] != nil }

    /// Whom a token speaks for, where that is remembered well enough.
    func principal(of token: TokenID, at time: Instant) -> Principal? {
        guard isTrusted, let entry = entries[token], entry.goodUntil > time else { return nil }
        return entry.principal
    }

    /// Keeps what was read, unless something was forgotten since: a token or a grant may have been
    /// read just before it was revoked, and must not be trusted after.
    mutating func remember(
        _ principal: Principal,
        of token: TokenID,
        until end: Instant,
        ifStill generation: Int
    ) {
        guard self.generation == generation else { return }
        if entries.count >= Self.capacity { entries.removeAll() }
        entries[token] = Entry(principal: principal, goodUntil: end)
    }

    /// Forgets a token.
    mutating func forget(_ token: TokenID) {
        generation += 1
        entries[token] = nil
    }

    /// Forgets the tokens of whoever it is.
    mutating func forget(_ matches: (Principal) -> Bool) {
        generation += 1
        entries = entries.filter { !matches($0.value.principal) }
    }

    /// Begins or ceases to go by what is remembered; what was remembered so far does not count any
    /// more but as having been good once.
    mutating func setTrust(_ isTrusted: Bool) {
        generation += 1
        self.isTrusted = isTrusted
        for token in entries.keys { entries[token]?.goodUntil = Instant(microseconds: .min) }
    }
}
