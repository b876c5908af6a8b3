/// What to settle next: the settler's decisions as a value without threads, clocks or a database.
///
/// Pairs are *ready* in the order they came, or *restless* while their user still writes. Every
/// event is a method; `next` answers what the shell around it has to do. Nothing is lost by what
/// is dropped here: the marks stay in the database, and a later sweep finds them.
struct SettlingQueue {
    typealias Moment = ContinuousClock.Instant

    /// What the shell does next.
    enum Order: Hashable {
        /// Settle some days of this pair, then say how it went.
        case settle(SettlingPair)
        /// Look for pairs behind this one, from the beginning if nil, then say what was found.
        case sweep(after: SettlingPair?)
        /// Sleep until then, or until woken.
        case wait(until: Moment)
        /// End.
        case stop
    }

    /// How settling some days of a pair went.
    enum Outcome: Hashable {
        /// Nothing of the pair is left to settle.
        case done
        /// More days are left.
        case more
        /// Somebody writes to the user right now.
        case busy
        /// It cannot be settled, and not because of the database.
        case hopeless
    }

    private struct Restless {
        var quietAt: Moment
        var typeIDs: Set<Int16> = []
    }

    private let settings: SettlerSettings
    private var ready: [SettlingPair] = []
    private var readyPairs: Set<SettlingPair> = []
    private var restless: [UserID: Restless] = [:]
    private var restlessCount = 0
    private var sweepAt: Moment
    /// Where the last sweep ended; nil when it saw everything.
    private var sweepAfter: SettlingPair?
    private var pausedUntil: Moment?
    private var failures = 0
    /// Until when the shell sleeps, if something that comes earlier has to wake it.
    private var wakeAt: Moment?
    private var isClosed = false

    /// Makes an empty queue whose first order is to sweep.
    init(_ settings: SettlerSettings, now: Moment) {
        self.settings = settings
        sweepAt = now
    }

    /// How many pairs are remembered.
    var count: Int { ready.count + restlessCount }

    /// Decides what is next.
    mutating func next(at now: Moment, isForegroundBusy: Bool) -> Order {
        wakeAt = nil
        if isClosed { return .stop }
        if let pausedUntil, now < pausedUntil { return .wait(until: pausedUntil) }
        admitQuiet(at: now)
        let isSweepDue = sweepAt <= now || (ready.isEmpty && sweepAfter != nil)
        guard isSweepDue || !ready.isEmpty else {
            let moment = restless.values.map(\.quietAt).reduce(sweepAt, min)
            wakeAt = moment
            return .wait(until: moment)
        }
        if isForegroundBusy { return .wait(until: now + settings.yieldTime) }
        guard !isSweepDue else {
            sweepAt = now + settings.sweepInterval
            return .sweep(after: sweepAfter)
        }
        let pair = ready.removeFirst()
        readyPairs.remove(pair)
        return .settle(pair)
    }

    /// Makes `next` answer `stop` from now on.
    mutating func close() { isClosed = true }
}

extension SettlingQueue {
    /// Takes note that a user wrote samples of some types; answers whether to wake the shell.
    ///
    /// The user's earlier writes wait with it: what counts is that the user is quiet.
    mutating func noteWrite(user: UserID, typeIDs: some Sequence<Int16>, at now: Moment) -> Bool {
        var entry = restless[user] ?? Restless(quietAt: now)
        entry.quietAt = now + settings.quietTime
        for typeID in typeIDs where count < settings.capacity {
            if entry.typeIDs.insert(typeID).inserted { restlessCount += 1 }
        }
        guard !entry.typeIDs.isEmpty else { return false }
        restless[user] = entry
        return wakes(for: entry.quietAt)
    }

    /// Takes note that all of a pair has to be settled at once; answers whether to wake the shell.
    mutating func noteOrder(_ pair: SettlingPair, at now: Moment) -> Bool {
        admit(pair) && wakes(for: now)
    }

    /// Takes note of how settling went; the database works.
    mutating func finished(_ pair: SettlingPair, _ outcome: Outcome, at now: Moment) {
        recover()
        switch outcome {
        // Behind the others, so that ten years of one user do not keep everybody waiting.
        case .more: _ = admit(pair)
        case .busy: _ = noteWrite(user: pair.user, typeIDs: [pair.typeID], at: now)
        case .done, .hopeless: break
        }
    }

    /// Takes in what a sweep found, in its order; pairs that still wait for quiet go on waiting.
    mutating func swept(_ pairs: [SettlingPair]) {
        recover()
        var last: SettlingPair?
        for pair in pairs {
            let isWaiting = restless[pair.user]?.typeIDs.contains(pair.typeID) ?? false
            guard isWaiting || readyPairs.contains(pair) || admit(pair) else { break }
            last = pair
        }
        if let last, last != pairs.last || pairs.count >= settings.sweepLimit {
            sweepAfter = last
        } else if last != nil || pairs.isEmpty {
            sweepAfter = nil
        }
    }

    /// Takes note that the database failed at an order; answers whether that is the first time
    /// since it worked.
    mutating func failed(_ order: Order, at now: Moment) -> Bool {
        failures += 1
        let pause = settings.firstPause * (1 << min(failures - 1, 20))
        pausedUntil = now + min(pause, settings.longestPause)
        switch order {
        case .settle(let pair): _ = admit(pair)
        case .sweep: sweepAt = now
        case .wait, .stop: break
        }
        return failures == 1
    }

    private mutating func recover() {
        failures = 0
        pausedUntil = nil
    }

    /// Puts a pair behind the others that are ready; false when there is no room.
    private mutating func admit(_ pair: SettlingPair) -> Bool {
        if readyPairs.contains(pair) { return true }
        guard count < settings.capacity else { return false }
        ready.append(pair)
        readyPairs.insert(pair)
        return true
    }

    /// Makes the pairs ready whose users have been quiet for long enough.
    private mutating func admitQuiet(at now: Moment) {
        let quiet = restless.filter { $0.value.quietAt <= now }
            .sorted { ($0.value.quietAt, $0.key.number) < ($1.value.quietAt, $1.key.number) }
        for (user, entry) in quiet {
            restless[user] = nil
            restlessCount -= entry.typeIDs.count
            for typeID in entry.typeIDs.sorted() {
                _ = admit(SettlingPair(user: user, typeID: typeID))
            }
        }
    }

    private mutating func wakes(for moment: Moment) -> Bool {
        guard let wakeAt, moment < wakeAt else { return false }
        self.wakeAt = nil
        return true
    }
}
