import Dispatch
package import Postgres
import Synchronization

/// Settles days in the background, so that readers rarely have to.
///
/// It has one thread and one session of its own, so it never takes a connection from a request;
/// it settles in the same small transactions as a reader, skips a user whom somebody writes to at
/// that moment, and steps aside while requests wait. Everything it does could be left out: readers
/// settle what they need.
package final class Settler: Sendable {
    private let core: SettlerCore
    private let thread: DedicatedThread

    /// Starts settling; the first thing is to look for what an earlier server left.
    ///
    /// - Parameters:
    ///   - isForegroundBusy: whether requests wait for the database.
    ///   - onEvent: called on the settler's thread.
    package init(
        _ connection: ConnectionConfiguration,
        _ settings: SettlerSettings = SettlerSettings(),
        isForegroundBusy: @escaping @Sendable () -> Bool,
        onEvent: @escaping @Sendable (SettlerEvent) -> Void
    ) {
        let core = SettlerCore(connection, settings, isForegroundBusy, onEvent)
        self.core = core
        thread = DedicatedThread("settler") { core.work() }
    }

    deinit {
        core.close()
    }

    /// Tells that samples of some types were written for a user, or taken away.
    func noteWrite(user: UserID, typeIDs: some Sequence<Int16>) {
        let kept = typeIDs.filter(TotalDay.isKept)
        if kept.isEmpty { return }
        core.note { $0.noteWrite(user: user, typeIDs: kept, at: .now) }
    }

    /// Tells that a batch was saved.
    func noteWrite(of samples: [NewSample], user: UserID) {
        var typeIDs: Set<Int16> = []
        for sample in samples {
            typeIDs.insert(sample.typeID)
            for member in sample.members { typeIDs.insert(member.typeID) }
        }
        noteWrite(user: user, typeIDs: typeIDs)
    }

    /// Tells that every day of a type was marked for a user.
    func noteOrder(user: UserID, typeID: Int16) {
        core.note { $0.noteOrder(SettlingPair(user: user, typeID: typeID), at: .now) }
    }

    /// Lets the transaction under way end, and waits for that.
    package func close() async {
        core.close()
        await core.ended()
        thread.join()
    }
}

/// What the settler shares with its thread.
private final class SettlerCore: Sendable {
    private struct State {
        var queue: SettlingQueue
        var hasEnded = false
        var endWaiters: [CheckedContinuation<Void, Never>] = []
    }

    private let connection: ConnectionConfiguration
    private let settings: SettlerSettings
    private let isForegroundBusy: @Sendable () -> Bool
    private let onEvent: @Sendable (SettlerEvent) -> Void
    private let state: Mutex<State>
    private let waker = DispatchSemaphore(value: 0)

    init(
        _ connection: ConnectionConfiguration,
        _ settings: SettlerSettings,
        _ isForegroundBusy: @escaping @Sendable () -> Bool,
        _ onEvent: @escaping @Sendable (SettlerEvent) -> Void
    ) {
        self.connection = connection
        self.settings = settings
        self.isForegroundBusy = isForegroundBusy
        self.onEvent = onEvent
        state = Mutex(State(queue: SettlingQueue(settings, now: .now)))
    }

    /// Tells the queue something and wakes the thread if that matters to it now.
    func note(_ event: (inout SettlingQueue) -> Bool) {
        if state.withLock({ event(&$0.queue) }) { waker.signal() }
    }

    func close() {
        state.withLock { $0.queue.close() }
        waker.signal()
    }

    func ended() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.hasEnded { state.endWaiters.append(continuation) }
                return state.hasEnded
            }
            if isOver { continuation.resume() }
        }
    }

    /// The thread's life: orders until the queue is closed.
    func work() {
        var session = SettlerSession(connection)
        while true {
            let isBusy = isForegroundBusy()
            let order = state.withLock { $0.queue.next(at: .now, isForegroundBusy: isBusy) }
            switch order {
            case .settle(let pair): attempt(order) { try settle(pair, &session) }
            case .sweep(let last): attempt(order) { try sweep(after: last, &session) }
            case .wait(let moment): wait(until: moment)
            case .stop:
                report(&session)
                return end()
            }
        }
    }

    private func settle(_ pair: SettlingPair, _ session: inout SettlerSession) throws {
        let outcome = try session.settle(pair)
        state.withLock { $0.queue.finished(pair, outcome, at: .now) }
    }

    private func sweep(after last: SettlingPair?, _ session: inout SettlerSession) throws {
        let pairs = try session.laggingPairs(after: last, limit: settings.sweepLimit)
        state.withLock { $0.queue.swept(pairs) }
        report(&session)
    }

    private func attempt(_ order: SettlingQueue.Order, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            let isFirst = state.withLock { $0.queue.failed(order, at: .now) }
            if isFirst { onEvent(.paused(reason: "\(error)")) }
        }
    }

    private func report(_ session: inout SettlerSession) {
        if session.settledDays > 0 { onEvent(.settled(days: session.settledDays)) }
        session.settledDays = 0
    }

    private func wait(until moment: ContinuousClock.Instant) {
        let (seconds, attoseconds) = ContinuousClock.now.duration(to: moment).components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1
        _ = waker.wait(timeout: .now() + .milliseconds(Int(max(0, milliseconds))))
    }

    private func end() {
        let waiters = state.withLock { state in
            state.hasEnded = true
            defer { state.endWaiters = [] }
            return state.endWaiters
        }
        waiters.forEach { $0.resume() }
    }
}
