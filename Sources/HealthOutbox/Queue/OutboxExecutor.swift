import Dispatch

/// Runs an outbox on a queue of its own: it waits for the disk, and the task pool must not.
final class OutboxExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "tributary.outbox")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
