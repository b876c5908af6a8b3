import Foundation
import Synchronization

/// Runs blocking code on a thread of its own, so that it cannot starve the handlers' tasks.
func offPool<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}

/// A place where tasks wait until the test lets them go, and where the test sees them arrive.
final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var arrived = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// Waits until the latch is opened.
    func wait() async {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state in
                state.arrived += 1
                let ready = state.watchers.filter { $0.count <= state.arrived }
                state.watchers.removeAll { $0.count <= state.arrived }
                if state.isOpen { return ready.map(\.continuation) + [continuation] }
                state.waiting.append(continuation)
                return ready.map(\.continuation)
            }
            for continuation in ready { continuation.resume() }
        }
    }

    /// Waits until that many have arrived.
    func arrivals(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.arrived < count { state.watchers.append((count, continuation)) }
                return state.arrived >= count
            }
            if isThere { continuation.resume() }
        }
    }

    /// Lets all go, now and later.
    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

/// Keeps every thread of Swift's pool busy while `body` runs; only off the pool.
///
/// Tasks that are made meanwhile begin after it.
func withBusyPool<R>(_ body: () throws -> R) throws -> R {
    let (begun, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let threads = ProcessInfo.processInfo.activeProcessorCount
    @Sendable func block() {
        begun.signal()
        release.wait()
    }
    for _ in 0..<threads { Task.detached { block() } }
    for _ in 0..<threads { begun.wait() }
    defer { for _ in 0..<threads { release.signal() } }
    return try body()
}
