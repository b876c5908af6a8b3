import Dispatch
import Synchronization

/// Work for a connection, and the way to say that it will not be done.
struct PoolJob: Sendable {
    /// Does the work; answers the closure that tells the waiting task.
    ///
    /// Telling comes second, so that the connection is clean again before the task goes on.
    let run: @Sendable (Connection) -> @Sendable () -> Void
    /// Tells the waiting task that the work was not done.
    let fail: @Sendable (PostgresError) -> Void
}

/// What the pool's threads share: the queue, and the means to wake and to be told.
final class PoolCore: Sendable {
    private struct State {
        var queue: PoolQueue<PoolJob>
        var openWorkers: Set<Int> = []
        var runningWorkers: Int
        var endWaiters: [CheckedContinuation<Void, Never>] = []
    }

    private let connection: ConnectionConfiguration
    private let configuration: PoolConfiguration
    private let state: Mutex<State>
    private let tickets = Atomic<UInt64>(0)
    /// One semaphore a worker; it is signalled once for each time the worker was parked.
    private let wakers: [DispatchSemaphore]
    /// Signalled once a worker at closing, which cuts short the pauses between attempts.
    private let closing = DispatchSemaphore(value: 0)

    /// Makes the shared part; `work` has to be run on one thread a worker.
    init(_ connection: ConnectionConfiguration, _ configuration: PoolConfiguration) {
        precondition(configuration.size > 0, "a pool needs at least one connection")
        self.connection = connection
        self.configuration = configuration
        wakers = (0..<configuration.size).map { _ in DispatchSemaphore(value: 0) }
        var queue = PoolQueue<PoolJob>(limit: configuration.queueLimit)
        // There is room for a job on each connection before the threads have begun.
        for worker in 0..<configuration.size { _ = queue.next(worker: worker) }
        state = Mutex(State(queue: queue, runningWorkers: configuration.size))
    }

    /// A number by which a job can be withdrawn.
    func makeTicket() -> UInt64 {
        tickets.add(1, ordering: .relaxed).newValue
    }

    /// Takes a job or fails it.
    func submit(_ job: PoolJob, ticket: UInt64) {
        let deadline = ContinuousClock.now + configuration.waitLimit
        let entry = PoolQueue.Entry(ticket: ticket, deadline: deadline, job: job)
        switch state.withLock({ $0.queue.submit(entry) }) {
        case .wake(let worker): wakers[worker].signal()
        case .queued(let timer): setTimer(timer)
        case .refused(.full): job.fail(.queueFull)
        case .refused(.closed): job.fail(.poolClosed)
        }
    }

    /// Fails a job that still waits; has no effect on one that is being done or is done.
    func withdraw(ticket: UInt64) {
        state.withLock { $0.queue.withdraw(ticket: ticket) }?.fail(.cancelled)
    }

    /// What the pool is doing.
    var statistics: PoolStatistics {
        state.withLock { state in
            PoolStatistics(
                open: state.openWorkers.count,
                idle: state.queue.parked.count { state.openWorkers.contains($0) },
                queued: state.queue.waiting.count
            )
        }
    }

    private func setTimer(_ moment: ContinuousClock.Instant?) {
        guard let moment else { return }
        let delay = max(.zero, ContinuousClock.now.duration(to: moment)).wholeMilliseconds
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(delay))) {
            [weak self] in self?.expire()
        }
    }

    private func expire() {
        let (expired, timer) = state.withLock { $0.queue.expire(at: .now) }
        expired.forEach { $0.fail(.waitedTooLong) }
        setTimer(timer)
    }
}

extension PoolCore {
    /// A worker's life: jobs until the pool is closed.
    ///
    /// It is free again, or has its next job, before the task that waits for the last one goes on:
    /// what that task asks for next finds the room that its job left.
    func work(as worker: Int) {
        var link = PoolLink(connection)
        var order = PoolQueue<PoolJob>.Order.park
        while true {
            switch order {
            case .run(let entry):
                let tell = serve(entry, over: &link, as: worker)
                order = next(worker)
                tell()
            case .park:
                wakers[worker].wait()
                order = next(worker)
            case .stop: return
            }
        }
    }

    private func next(_ worker: Int) -> PoolQueue<PoolJob>.Order {
        state.withLock { $0.queue.next(worker: worker) }
    }

    /// Does a job; answers the closure that tells the waiting task.
    private func serve(
        _ entry: PoolQueue<PoolJob>.Entry,
        over link: inout PoolLink,
        as worker: Int
    ) -> @Sendable () -> Void {
        let tell: @Sendable () -> Void
        do {
            let connection = try link.connect(until: entry.deadline) { pause in
                closing.wait(timeout: .now() + .milliseconds(Int(pause.wholeMilliseconds)))
                    == .timedOut
            }
            note(worker, isOpen: true)
            tell = entry.job.run(connection)
            link.settle()
        } catch {
            tell = { entry.job.fail(error) }
        }
        note(worker, isOpen: link.isOpen)
        return tell
    }

    private func note(_ worker: Int, isOpen: Bool) {
        state.withLock { state in
            if isOpen {
                state.openWorkers.insert(worker)
            } else {
                state.openWorkers.remove(worker)
            }
        }
    }
}

extension PoolCore {
    /// Refuses new jobs, fails those that wait, and lets the workers end.
    func beginClosing() {
        let (failed, wake) = state.withLock { $0.queue.close() }
        failed.forEach { $0.fail(.poolClosed) }
        wake.forEach { wakers[$0].signal() }
        wakers.forEach { _ in closing.signal() }
    }

    /// Notes that a worker's thread has nothing left to do.
    func workerEnded(_ worker: Int) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.openWorkers.remove(worker)
            state.runningWorkers -= 1
            guard state.runningWorkers == 0 else { return [] }
            defer { state.endWaiters = [] }
            return state.endWaiters
        }
        waiters.forEach { $0.resume() }
    }

    /// Waits until every worker has ended.
    func ended() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.runningWorkers > 0 { state.endWaiters.append(continuation) }
                return state.runningWorkers == 0
            }
            if isOver { continuation.resume() }
        }
    }
}
