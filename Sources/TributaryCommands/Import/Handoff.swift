import Dispatch
import Synchronization

/// A short queue from a thread that may block to tasks that may not.
///
/// The thread waits while the queue is full, so what is held stays bounded; tasks wait suspended.
final class Handoff<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var takers: [CheckedContinuation<Element?, Never>] = []
        var isFinished = false
        var isCancelled = false
    }

    private let state = Mutex(State())
    private let room: DispatchSemaphore

    /// Makes a queue for so many elements.
    init(capacity: Int) {
        room = DispatchSemaphore(value: capacity)
    }

    /// Puts an element in and blocks the thread while there is no room.
    ///
    /// - Throws: `CancellationError` once nobody takes elements any more.
    func put(_ element: Element) throws {
        room.wait()
        let (taker, isCancelled) = state.withLock { state in
            let taker = state.takers.isEmpty ? nil : state.takers.removeFirst()
            if taker == nil && !state.isCancelled { state.elements.append(element) }
            return (taker, state.isCancelled)
        }
        // Room that nobody needs is handed on, so that a later call does not block either.
        if taker != nil || isCancelled { room.signal() }
        taker?.resume(returning: element)
        if isCancelled { throw CancellationError() }
    }

    /// Says that no further element comes.
    func finish() {
        let takers = state.withLock { state in
            state.isFinished = true
            defer { state.takers = [] }
            return state.takers
        }
        for taker in takers { taker.resume(returning: nil) }
    }

    /// Takes the next element, in the order they were put in; nil after the last one.
    func next() async -> Element? {
        await withCheckedContinuation { taker in
            let (element, isWaiting) = state.withLock { state -> (Element?, Bool) in
                if !state.elements.isEmpty { return (state.elements.removeFirst(), false) }
                if state.isFinished || state.isCancelled { return (nil, false) }
                state.takers.append(taker)
                return (nil, true)
            }
            guard !isWaiting else { return }
            if element != nil { room.signal() }
            taker.resume(returning: element)
        }
    }

    /// Says that nobody takes elements any more: the thread's next `put` throws.
    func cancel() {
        let takers = state.withLock { state in
            state.isCancelled = true
            state.elements = []
            defer { state.takers = [] }
            return state.takers
        }
        for taker in takers { taker.resume(returning: nil) }
        room.signal()
    }
}
