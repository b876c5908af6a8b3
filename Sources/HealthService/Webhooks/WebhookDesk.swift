import HealthModel
import HealthStore
import Synchronization

/// What a dispatcher shares among its tasks, the hub's thread and the calls of operators.
final class WebhookDesk: Sendable {
    private struct State {
        var queue: WebhookQueue
        var workers: [CheckedContinuation<WebhookPair?, Never>] = []
        var active: [(webhook: WebhookID, user: UserID?)] = []
        var sweepAt = ContinuousClock.now
        var isClosed = false
    }

    private typealias Order = (worker: CheckedContinuation<WebhookPair?, Never>, pair: WebhookPair)

    private let state: Mutex<State>
    private let now: @Sendable () -> Instant
    private let bell: AsyncStream<Void>.Continuation
    /// Rings when something may be there to be looked for.
    let rings: AsyncStream<Void>

    init(_ settings: WebhookSettings, now: @escaping @Sendable () -> Instant) {
        let queue = WebhookQueue(
            limit: settings.queueLimit,
            atOnce: settings.connectionsPerWebhook
        )
        state = Mutex(State(queue: queue))
        self.now = now
        (rings, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Waits for a pair to work at; nil once the dispatcher is closed.
    func next() async -> WebhookPair? {
        await withCheckedContinuation { continuation in
            state.withLock { $0.workers.append(continuation) }
            hand { _ in }
        }
    }

    /// Changes the queue, and hands out what that makes ready.
    func hand(_ change: (inout WebhookQueue) -> Void) {
        let moment = now()
        let (orders, leavers) = state.withLock { state in
            change(&state.queue)
            if state.isClosed {
                defer { state.workers = [] }
                return ([Order](), state.workers)
            }
            var orders: [Order] = []
            while !state.workers.isEmpty, let pair = state.queue.next(at: moment) {
                orders.append((state.workers.removeLast(), pair))
            }
            return (orders, [])
        }
        for (worker, pair) in orders { worker.resume(returning: pair) }
        for worker in leavers { worker.resume(returning: nil) }
    }

    /// Takes note that something of a user changed; nil that something was not heard.
    func heard(_ user: UserID?) {
        guard let user else { return sweepSoon() }
        let concerned = state.withLock { state in
            state.active.filter { $0.user == nil || $0.user == user }.map(\.webhook)
        }
        guard !concerned.isEmpty else { return }
        hand { queue in
            for webhook in concerned { queue.add(WebhookPair(webhook: webhook, user: user)) }
        }
    }

    /// Ends the work at a pair.
    func done(_ pair: WebhookPair) {
        var isWorthALook = false
        hand { isWorthALook = $0.done(pair) }
        if isWorthALook { sweepSoon() }
    }

    /// Takes note of which webhooks there are.
    func setActive(_ active: [(webhook: WebhookID, user: UserID?)]) {
        state.withLock { $0.active = active }
    }

    /// Has everything looked at as soon as can be.
    func sweepSoon() {
        owesSweep()
        ring()
    }

    /// Has everything looked at with the next look, whenever that is: this one failed.
    func owesSweep() { state.withLock { $0.sweepAt = .now } }

    /// Has what may be tried looked for.
    func ring() { bell.yield() }

    /// Whether everything is to be looked at; if so, the next time is after an interval.
    func beginsSweep(every interval: Duration) -> Bool {
        state.withLock { state in
            guard state.sweepAt <= .now else { return false }
            state.sweepAt = .now + interval
            return true
        }
    }

    /// Sends everybody home.
    func close() {
        state.withLock { $0.isClosed = true }
        bell.finish()
        hand { _ in }
    }
}
