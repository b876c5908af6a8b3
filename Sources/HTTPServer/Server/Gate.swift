import Synchronization

/// Who may still come in: counts requests, bounds those in the handler, and closes in two steps.
final class Gate: Sendable {
    /// What a request in the handler is counted as.
    enum Kind {
        /// Answered as soon as can be.
        case short
        /// A long poll or a streamed answer.
        case long
    }

    private enum Phase {
        /// Requests are welcome.
        case open
        /// New requests are refused; those being received or answered go on.
        case draining
        /// Nothing is handed to the handler any more.
        case closed
    }

    private struct State {
        var phase = Phase.open
        var exchanges = 0
        var handlers = 0
        var longRequests = 0
        var wait = 0
        var isWaitOver = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let handlerLimit: Int
    private let longLimit: Int
    private let state = Mutex(State())

    /// Makes an open gate that lets this many requests of each kind in at once.
    init(handlerLimit: Int, longLimit: Int) {
        self.handlerLimit = handlerLimit
        self.longLimit = longLimit
    }

    /// Whether new requests are welcome.
    var isOpen: Bool { state.withLock { $0.phase == .open } }

    /// Whether nothing may wait any more.
    var isClosed: Bool { state.withLock { $0.phase == .closed } }

    /// The long polls and streamed answers at the moment.
    var longRequests: Int { state.withLock { $0.longRequests } }

    /// Why a new request would be refused at the moment; nil when it would not.
    var refusal: HTTPFault? {
        state.withLock { state in
            guard state.phase == .open else { return .draining }
            return state.handlers < handlerLimit ? nil : .overloaded
        }
    }

    /// Counts a request that goes to the handler, or an answer that begins to be streamed.
    ///
    /// - Throws: `overloaded` when there are as many as allowed, `draining` when closed.
    func enterHandler(_ kind: Kind = .short) throws(HTTPFault) {
        try state.withLock { state throws(HTTPFault) in
            guard state.phase != .closed else { throw .draining }
            switch kind {
            case .short:
                guard state.handlers < handlerLimit else { throw .overloaded }
                state.handlers += 1
            case .long:
                guard state.longRequests < longLimit else { throw .overloaded }
                state.longRequests += 1
            }
        }
    }

    /// Counts a handler's task, or a streamed answer, that is over.
    func handlerEnded(_ kind: Kind = .short) {
        state.withLock { state in
            switch kind {
            case .short: state.handlers -= 1
            case .long: state.longRequests -= 1
            }
        }
    }

    /// Counts a request that has begun.
    func exchangeStarted() {
        state.withLock { $0.exchanges += 1 }
    }

    /// Counts a request that is over, and wakes who waits for the last one.
    func exchangeEnded() {
        let waiter = state.withLock { state in
            state.exchanges -= 1
            return state.exchanges == 0 ? state.waiter.take() : nil
        }
        waiter?.resume()
    }

    /// Refuses new requests from now on.
    func startDraining() {
        state.withLock { state in
            if state.phase == .open { state.phase = .draining }
        }
    }

    /// Hands nothing to the handler from now on.
    func close() {
        state.withLock { $0.phase = .closed }
    }

    /// Announces a wait and answers the number by which it can be ended.
    ///
    /// One wait at a time. It has a number so that its end can come before it has begun, and so
    /// that an end that comes late does not meet the next one.
    func announceWait() -> Int {
        state.withLock { state in
            state.wait += 1
            state.isWaitOver = false
            return state.wait
        }
    }

    /// Waits, once announced, until no request is left, or until `stopWaiting`.
    func waitUntilEmpty() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                let isOver = state.exchanges == 0 || state.isWaitOver
                if !isOver { state.waiter = continuation }
                return isOver
            }
            if isOver { continuation.resume() }
        }
    }

    /// Whether somebody waits for the last request.
    var isBeingWaitedFor: Bool { state.withLock { $0.waiter != nil } }

    /// Ends the wait of this number, whatever is left; no effect on another.
    func stopWaiting(_ wait: Int) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.wait == wait else { return nil }
            state.isWaitOver = true
            return state.waiter.take()
        }
        waiter?.resume()
    }
}
