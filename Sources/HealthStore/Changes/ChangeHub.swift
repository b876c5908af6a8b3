import Dispatch
package import Postgres
import Synchronization

/// When a hub looks by itself, and how many may wait.
package struct ChangeHubSettings: Sendable, Hashable {
    /// The most waiters at once; each costs less than a kilobyte here, and a connection elsewhere.
    package var waiterLimit = 4096
    /// The time between two looks for changes whose notification was lost.
    package var pollInterval: Duration = .seconds(5)
    /// How late a wait may end after its time is up.
    package var tick: Duration = .milliseconds(500)

    /// Takes the defaults.
    package init() {}
}

/// Wakes those who wait for changes, with one session and one thread for all of them.
///
/// The session listens for what every change of any server notifies. A waiter is an entry in a
/// table; it costs no thread and no connection. Notifications carry nothing but the user, and may
/// be lost: every few seconds the hub compares positions, and after a lost session at once.
package final class ChangeHub: Sendable {
    private let core: ChangeHubCore
    private let end = ThreadEnd()
    private let thread: DedicatedThread

    /// Starts listening.
    ///
    /// - Parameter onLoss: called on the hub's thread when the session is lost, with why; once
    ///   until it is there again.
    package init(
        _ connection: ConnectionConfiguration,
        _ settings: ChangeHubSettings = ChangeHubSettings(),
        onLoss: @escaping @Sendable (String) -> Void
    ) {
        let core = ChangeHubCore(settings)
        self.core = core
        thread = DedicatedThread("changes") { [end] in
            ChangeListener(connection, settings, core, onLoss).work()
            end.come()
        }
    }

    deinit {
        core.close()
    }

    /// Begins to watch a user's feed: what changes from now on ends the next wait.
    ///
    /// - Throws: `HealthStoreError.tooManyWaiters`.
    package func watch(_ user: UserID) throws -> ChangeWatch {
        try ChangeWatch(user, core)
    }

    /// Has a function called with every user of whom something changed, from now on.
    ///
    /// It is called on the hub's thread and must not take long. It is called without a user where
    /// something may not have been heard: after the session was lost.
    package func observe(_ observer: @escaping @Sendable (UserID?) -> Void) {
        core.observe(observer)
    }

    /// Has a function called with every change of access, and with whether any is heard.
    ///
    /// It is called at once where the hub listens already, else once it does; on the hub's thread
    /// from then on, in order. It must not take long or call the hub.
    package func observeAccess(_ observer: @escaping @Sendable (AccessNews) -> Void) {
        core.observeAccess(observer)
    }

    /// How many watch at the moment.
    package var waiters: Int { core.count }

    /// Whether no wait lasts any more.
    package var isClosed: Bool { core.isClosed }

    /// Ends every wait and the session.
    package func close() async {
        core.close()
        await end.wait()
        thread.join()
    }
}

/// A place in a hub's table, held for as long as somebody watches.
package final class ChangeWatch: Sendable {
    private let core: ChangeHubCore
    private let id: UInt64

    fileprivate init(_ user: UserID, _ core: ChangeHubCore) throws {
        self.core = core
        id = try core.add(user)
    }

    deinit {
        core.remove(id)
    }

    /// Waits until something may have changed behind a position, since the last wait began.
    ///
    /// Ends as well at the deadline, when the task is cancelled and when the hub is closed. That
    /// something changed does not mean that the reader may see it.
    package func wait(after position: Int64, until deadline: ContinuousClock.Instant) async {
        await withTaskCancellationHandler {
            await core.wait(id, after: position, until: deadline)
        } onCancel: {
            core.wake(id)
        }
    }
}

/// What a hub shares with its thread and its watches.
final class ChangeHubCore: Sendable {
    private struct State {
        var table: WaiterTable
        var continuations: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var observers: [@Sendable (UserID?) -> Void] = []
        var accessObservers: [@Sendable (AccessNews) -> Void] = []
        var isListening = false
        var isClosed = false
    }

    private let state: Mutex<State>

    init(_ settings: ChangeHubSettings) {
        state = Mutex(State(table: WaiterTable(limit: settings.waiterLimit)))
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }
    var count: Int { state.withLock { $0.table.count } }
    /// The users that somebody waits for.
    var users: [UserID] { state.withLock { $0.table.users } }

    func add(_ user: UserID) throws -> UInt64 {
        let id = state.withLock { $0.table.add(user) }
        guard let id else { throw HealthStoreError.tooManyWaiters }
        return id
    }

    func remove(_ id: UInt64) {
        state.withLock { $0.table.remove(id) }
    }

    func wait(_ id: UInt64, after position: Int64, until deadline: WaiterTable.Moment) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.isClosed || state.table.begin(id, after: position, until: deadline) {
                    return true
                }
                state.continuations[id] = continuation
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    func observe(_ observer: @escaping @Sendable (UserID?) -> Void) {
        state.withLock { $0.observers.append(observer) }
    }

    /// Tells observers of a user, or that some may have been missed.
    func report(_ user: UserID?) {
        for observer in state.withLock({ $0.observers }) { observer(user) }
    }

    func observeAccess(_ observer: @escaping @Sendable (AccessNews) -> Void) {
        state.withLock { state in
            state.accessObservers.append(observer)
            if state.isListening { observer(.listening) }
        }
    }

    /// Tells observers of access.
    ///
    /// Under the lock, so that nobody who begins to observe hears things out of order.
    func report(_ news: AccessNews) {
        state.withLock { state in
            switch news {
            case .listening: state.isListening = true
            case .deaf: state.isListening = false
            case .changed: break
            }
            for observer in state.accessObservers { observer(news) }
        }
    }

    func wake(_ id: UInt64) {
        resume { $0.wake(id) }
    }

    /// Tells the table something and resumes whom that wakes.
    func resume(_ event: (inout WaiterTable) -> [UInt64]) {
        let continuations = state.withLock { state in
            event(&state.table).compactMap { state.continuations.removeValue(forKey: $0) }
        }
        continuations.forEach { $0.resume() }
    }

    func close() {
        let continuations = state.withLock { state in
            state.isClosed = true
            state.observers = []
            for observer in state.accessObservers { observer(.deaf) }
            state.accessObservers = []
            defer { state.continuations = [:] }
            return Array(state.continuations.values)
        }
        continuations.forEach { $0.resume() }
    }
}
