/// How long marks of deletions and names of batches are kept, and how much is removed at once.
package struct PruningSettings: Sendable, Hashable {
    /// Days after which a mark may go; readers that were away for longer start over.
    package var retentionInDays: Int32 = 90
    /// Seconds after which a batch may be forgotten: it is then stored like any other.
    package var batchRetentionInSeconds: Int64 = 72 * 3600
    /// Seconds for which requests of apps, access codes and sessions are kept after they expired.
    package var expiredRetentionInSeconds: Int64 = 24 * 3600
    /// The most marks, and the most batches, removed in one transaction.
    package var stepSize: Int32 = 1000
    /// The most users looked at in one statement.
    package var usersPerLook: Int32 = 1000
    /// The time between two rounds through all users.
    package var interval: Duration = .seconds(3600)
    /// The rest between two steps, so that the job is never more than a small part of the load.
    package var rest: Duration = .milliseconds(20)
    /// The pause after a failure of the database.
    package var pause: Duration = .seconds(60)

    /// Takes the defaults.
    package init() {}
}

/// What to prune next: the job's decisions as a value without threads, clocks or a database.
struct PruningSchedule {
    typealias Moment = ContinuousClock.Instant

    /// What the shell does next.
    enum Order: Hashable {
        /// Look for users with something old behind this one, from the beginning if nil.
        case look(after: UserID?)
        /// Remove some marks and batches of this user.
        case prune(UserID)
        /// Sleep until then.
        case wait(until: Moment)
    }

    private let settings: PruningSettings
    private var users: [UserID] = []
    /// Where the round has got to; nil at its beginning.
    private var seen: UserID?
    private var restsUntil: Moment

    /// Makes a schedule whose first round begins at once.
    init(_ settings: PruningSettings, now: Moment) {
        self.settings = settings
        restsUntil = now
    }

    /// Decides what is next.
    func next(at now: Moment) -> Order {
        guard now >= restsUntil else { return .wait(until: restsUntil) }
        return users.first.map(Order.prune) ?? .look(after: seen)
    }

    /// Takes in the users that a look found, and the last one that it saw; nil when it saw the end.
    mutating func looked(_ found: [UserID], last: UserID?, at now: Moment) {
        users = found
        seen = last
        restsUntil = now + (found.isEmpty && last == nil ? settings.interval : settings.rest)
        endsRound = last == nil
    }

    /// Takes note that so many marks or batches of the first user were removed, whichever are more,
    /// or nil because somebody writes.
    mutating func pruned(removed: Int?, at now: Moment) {
        // One who is busy waits for the next round, as one does who is finished.
        if removed != Int(settings.stepSize) { users.removeFirst() }
        restsUntil = now + (users.isEmpty && endsRound ? settings.interval : settings.rest)
    }

    /// Takes note that the database failed; the order stands.
    mutating func failed(at now: Moment) {
        restsUntil = now + settings.pause
    }

    /// Whether the users at hand are the last of the round.
    private var endsRound = false
}
