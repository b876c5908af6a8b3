import Dispatch
import Synchronization

/// Requests that wait for a thread, first in, first out.
final class RequestQueue: Sendable {
    /// A request and who waits for its answer.
    struct Job {
        /// Tells jobs apart.
        let number: Int
        /// What to send.
        let request: ClientRequest
        /// Resumed exactly once, by whoever takes the job out of the queue.
        let continuation: CheckedContinuation<ClientResponse, any Error>
    }

    private struct State {
        var jobs: [Job] = []
        var lastNumber = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    /// Counts the jobs put in, and one more for each thread once closed.
    private let available = DispatchSemaphore(value: 0)

    /// Puts a request in and waits for its answer.
    ///
    /// - Throws: `CancellationError` when cancelled before a thread took it, `closed`, or what the
    ///   request failed with.
    func answer(to request: ClientRequest) async throws -> ClientResponse {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                add(Job(number: number, request: request, continuation: continuation))
            }
        } onCancel: {
            cancel(number)
        }
    }

    /// Waits for a job and takes it out; nil once the queue is closed.
    func next() -> Job? {
        while true {
            available.wait()
            let (job, isClosed) = state.withLock { state in
                (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.isClosed)
            }
            if let job { return job }
            if isClosed {
                // Wakes the next thread, which wakes the one after it.
                available.signal()
                return nil
            }
        }
    }

    /// Fails the waiting requests and sends the threads home.
    func close() {
        let jobs = state.withLock { state in
            state.isClosed = true
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in jobs { job.continuation.resume(throwing: closed) }
        available.signal()
    }

    private func add(_ job: Job) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.jobs.append(job) }
            return state.isClosed
        }
        if isClosed {
            job.continuation.resume(throwing: closed)
            return
        }
        available.signal()
        // A task cancelled before the job was in the queue had nothing to take out of it.
        if Task.isCancelled { cancel(job.number) }
    }

    /// Fails a request that no thread has taken yet.
    private func cancel(_ number: Int) {
        let job: Job? = state.withLock { state in
            state.jobs.firstIndex { $0.number == number }.map { state.jobs.remove(at: $0) }
        }
        job?.continuation.resume(throwing: CancellationError())
    }
}

private let closed = HTTPClientError(.closed, "the client was closed")
