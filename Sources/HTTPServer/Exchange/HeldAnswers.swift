import Glibc
import Synchronization

/// The large answers that are being sent, and a bound on what they hold together.
final class HeldAnswers: Sendable {
    private struct State {
        var ledger: AnswerLedger<ObjectIdentifier>
        var answers: [ObjectIdentifier: (exchange: Exchange, answer: HeldAnswer)] = [:]
    }

    private let connections: ConnectionTable
    private let state: Mutex<State>

    /// Makes an empty table of answers over those connections.
    init(limit: Int, connections: ConnectionTable) {
        self.connections = connections
        state = Mutex(State(ledger: AnswerLedger(limit: limit)))
    }

    /// Notes an answer that begins to be sent, and breaks off others to make room for it.
    func begin(_ answer: HeldAnswer, of exchange: Exchange) {
        let key = ObjectIdentifier(exchange)
        let stopped = state.withLock { state in
            let answers = state.answers
            state.answers[key] = (exchange, answer)
            let stopped = state.ledger.begin(key, bytes: answer.count, at: .now) {
                arrived(answers[$0])
            }
            return stopped.compactMap { state.answers.removeValue(forKey: $0)?.exchange }
        }
        for exchange in stopped { connections.cut(exchange.connection) }
    }

    /// Notes that an answer is sent or given up; no effect where none was noted.
    func end(_ exchange: Exchange) {
        let key = ObjectIdentifier(exchange)
        state.withLock { state in
            state.ledger.end(key)
            state.answers[key] = nil
        }
    }

    /// Looks how far the answers have come.
    func look(at now: ContinuousClock.Instant) {
        state.withLock { state in
            let answers = state.answers
            state.ledger.look(at: now) { arrived(answers[$0]) }
        }
    }

    /// What the client's system has of an answer: what was taken, but for what waits in ours.
    private func arrived(_ entry: (exchange: Exchange, answer: HeldAnswer)?) -> Int {
        guard let entry else { return 0 }
        var waiting: Int32 = 0
        let connection = entry.exchange.connection
        connections.whileOpen(connection) { _ = ioctl(connection.socket, UInt(TIOCOUTQ), &waiting) }
        return entry.answer.taken - Int(waiting)
    }
}
