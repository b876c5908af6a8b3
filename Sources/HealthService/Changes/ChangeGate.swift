import Postgres
import Synchronization

/// Lets a few at a time through to the database, first come, first served.
///
/// One write wakes all who wait for a user's changes at once, which may be thousands; the queue for
/// connections is shorter, and everybody else needs room in it. Who waits here takes no thread, no
/// connection and no place in that queue. The gate refuses nobody: how many may wait is limited
/// where they begin to.
package final class ChangeGate: Sendable {
    private let state: Mutex<ChangeGateState>

    /// Makes a gate for so many at once, one at least.
    package init(limit: Int) {
        state = Mutex(ChangeGateState(limit: max(1, limit)))
    }

    /// How many wait for their turn.
    package var waiting: Int { state.withLock { $0.waiting } }

    /// Waits for the task's turn, and runs the closure.
    ///
    /// - Throws: the closure's error; `PostgresError` with `cancelled` when the task is cancelled
    ///   before its turn.
    package func pass<Answer: Sendable>(
        _ body: () async throws -> Answer
    ) async throws -> Answer {
        guard await enter() else {
            throw PostgresError(.cancelled, message: "the task was cancelled before its turn")
        }
        defer { leave() }
        return try await body()
    }

    /// Waits for a turn; false where the task was cancelled before.
    private func enter() async -> Bool {
        guard !Task.isCancelled else { return false }
        guard let ticket = state.withLock({ $0.enter() }) else { return true }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { $0.wait(ticket, continuation) }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            state.withLock { $0.end(ticket, isTurn: false) }?.resume(returning: false)
        }
    }

    private func leave() {
        state.withLock { $0.leave() }?.resume(returning: true)
    }
}

/// Who is inside a gate, and who waits in which order.
private struct ChangeGateState {
    typealias Continuation = CheckedContinuation<Bool, Never>

    /// A place in the queue: its turn may come, or its task be cancelled, before the wait begins.
    private struct Place {
        var continuation: Continuation?
        var isTurn: Bool?
    }

    private let limit: Int
    /// At the limit for as long as anybody waits: who leaves hands the place on.
    private var inside = 0
    private var places: [UInt64: Place] = [:]
    private var lastTicket: UInt64 = 0
    private var lastCalled: UInt64 = 0

    init(limit: Int) {
        self.limit = limit
    }

    var waiting: Int { places.count }

    /// Goes in, or takes a ticket where there is no room.
    mutating func enter() -> UInt64? {
        if inside < limit {
            inside += 1
            return nil
        }
        lastTicket += 1
        places[lastTicket] = Place()
        return lastTicket
    }

    /// Begins a wait, or answers how it ended before it began.
    mutating func wait(_ ticket: UInt64, _ continuation: Continuation) -> Bool? {
        if let isTurn = places[ticket]?.isTurn {
            places[ticket] = nil
            return isTurn
        }
        places[ticket]?.continuation = continuation
        return nil
    }

    /// Ends a wait that has not ended, and answers whom to resume.
    mutating func end(_ ticket: UInt64, isTurn: Bool) -> Continuation? {
        guard let place = places[ticket], place.isTurn == nil else { return nil }
        places[ticket] = place.continuation == nil ? Place(isTurn: isTurn) : nil
        return place.continuation
    }

    /// Goes out, and answers whose turn it is where that one waits already.
    mutating func leave() -> Continuation? {
        while lastCalled < lastTicket {
            lastCalled += 1
            guard let place = places[lastCalled], place.isTurn == nil else { continue }
            return end(lastCalled, isTurn: true)
        }
        inside -= 1
        return nil
    }
}
