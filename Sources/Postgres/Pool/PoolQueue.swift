/// Who waits and who works: the pool's decisions as a value without threads or clocks.
///
/// Every event is a method that answers what the shell around it has to do. Workers are numbered;
/// jobs carry the ticket by which they can be withdrawn. All jobs wait equally long, so the queue
/// is in the order of its deadlines.
struct PoolQueue<Job: Sendable> {
    typealias Moment = ContinuousClock.Instant

    /// A job that waits.
    struct Entry: Sendable {
        let ticket: UInt64
        let deadline: Moment
        let job: Job
    }

    /// Why a job was not taken.
    enum Refusal {
        case full
        case closed
    }

    /// What becomes of a new job.
    enum Submission {
        /// The worker has it; wake that worker.
        case wake(worker: Int)
        /// It waits; set the timer if a moment is given.
        case queued(timer: Moment?)
        /// It was not taken.
        case refused(Refusal)
    }

    /// What a worker does next.
    enum Order {
        /// Do this job.
        case run(Entry)
        /// Sleep until woken.
        case park
        /// End.
        case stop
    }

    /// The most jobs that may wait.
    let limit: Int
    /// The jobs that wait, oldest first.
    private(set) var waiting: [Entry] = []
    /// The workers that sleep; the one that slept last is woken first and has the warm connection.
    private(set) var parked: [Int] = []
    /// Whether new jobs are refused for good.
    private(set) var isClosed = false
    private var assigned: [Int: Entry] = [:]
    private var isTimerSet = false

    /// Makes an empty queue without workers.
    init(limit: Int) { self.limit = limit }

    /// Takes a job, or says why not.
    mutating func submit(_ entry: Entry) -> Submission {
        guard !isClosed else { return .refused(.closed) }
        if let worker = parked.popLast() {
            assigned[worker] = entry
            return .wake(worker: worker)
        }
        guard waiting.count < limit else { return .refused(.full) }
        waiting.append(entry)
        defer { isTimerSet = true }
        return .queued(timer: isTimerSet ? nil : entry.deadline)
    }

    /// Tells a worker that has nothing to do what is next.
    mutating func next(worker: Int) -> Order {
        if let entry = assigned.removeValue(forKey: worker) { return .run(entry) }
        if isClosed { return .stop }
        if !waiting.isEmpty { return .run(waiting.removeFirst()) }
        parked.append(worker)
        return .park
    }

    /// Withdraws a job that still waits; nil when it was taken, or never came.
    mutating func withdraw(ticket: UInt64) -> Job? {
        guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return waiting.remove(at: index).job
    }

    /// Removes the jobs whose time is up; answers when the timer is due again, if at all.
    mutating func expire(at now: Moment) -> (expired: [Job], timer: Moment?) {
        let firstAlive = waiting.firstIndex { $0.deadline > now } ?? waiting.endIndex
        let expired = waiting[..<firstAlive].map(\.job)
        waiting.removeSubrange(..<firstAlive)
        isTimerSet = !waiting.isEmpty
        return (expired, waiting.first?.deadline)
    }

    /// Refuses everything from now on; answers the jobs to fail and the workers to wake.
    ///
    /// Jobs that a worker already has are done.
    mutating func close() -> (failed: [Job], wake: [Int]) {
        isClosed = true
        let failed = waiting.map(\.job)
        let wake = parked
        waiting = []
        parked = []
        return (failed, wake)
    }
}
