import Synchronization

/// The end of a thread's work, which tasks can wait for without blocking one of theirs.
final class ThreadEnd: Sendable {
    private let state = Mutex((hasCome: false, waiters: [CheckedContinuation<Void, Never>]()))

    /// Tells that the work is over.
    func come() {
        let waiters = state.withLock { state in
            state.hasCome = true
            defer { state.waiters = [] }
            return state.waiters
        }
        waiters.forEach { $0.resume() }
    }

    /// Waits until it is.
    func wait() async {
        await withCheckedContinuation { continuation in
            let hasCome = state.withLock { state in
                if !state.hasCome { state.waiters.append(continuation) }
                return state.hasCome
            }
            if hasCome { continuation.resume() }
        }
    }
}
