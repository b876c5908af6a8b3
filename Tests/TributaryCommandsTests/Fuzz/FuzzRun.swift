import Synchronization

/// What the lanes of a fuzz run share: what was sent, what was answered, what was found.
final class FuzzRun: Sendable {
    private struct State {
        var sent: [String: Int] = [:]
        var statuses: [Int: Int] = [:]
        var faults: [String] = []
    }

    /// More faults than these tell nothing new.
    private static let limit = 20

    private let state = Mutex(State())

    /// Counts an input, and the status of its answer; nil for none.
    func count(_ kind: FuzzInput.Kind, _ status: Int?) {
        state.withLock { state in
            state.sent[kind.rawValue, default: 0] += 1
            state.statuses[status ?? 0, default: 0] += 1
        }
    }

    /// Takes down a fault.
    func report(_ fault: String) {
        state.withLock { if $0.faults.count < Self.limit { $0.faults.append(fault) } }
    }

    /// What was found.
    var faults: [String] { state.withLock { $0.faults } }

    /// Whether there is no use in going on.
    var isOver: Bool { state.withLock { $0.faults.count >= Self.limit } }

    /// How many inputs of each kind, and how many answers of each status; 0 is none.
    var summary: String {
        let (sent, statuses) = state.withLock { ($0.sent, $0.statuses) }
        let kinds = sent.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        let answers = statuses.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return "\(sent.values.reduce(0, +)) inputs (\(kinds.joined(separator: ", "))); answers "
            + answers.joined(separator: ", ")
    }
}
