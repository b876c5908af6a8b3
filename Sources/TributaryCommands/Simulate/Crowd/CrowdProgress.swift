import Synchronization

/// Counts what many tasks send, and shows it on standard error.
final class CrowdProgress: Sendable {
    private struct State {
        var counts = CrowdCounts()
        var line: CrowdProgressLine
    }

    private let state: Mutex<State>
    private let console: Console
    private let start = ContinuousClock.now

    /// Makes one that has counted nothing yet.
    init(_ options: CrowdOptions, stepsPerUser: Int, console: Console) {
        self.console = console
        let line = CrowdProgressLine(
            isTerminal: console.isTerminal,
            users: options.users,
            steps: options.users * stepsPerUser
        )
        state = Mutex(State(line: line))
    }

    /// What has been counted so far.
    var counts: CrowdCounts { state.withLock { $0.counts } }

    /// The seconds since it was made.
    var seconds: Double {
        let (seconds, attoseconds) = start.duration(to: .now).components
        return Double(seconds) + Double(attoseconds) / 1e18
    }

    /// Counts something.
    func count(_ body: (inout CrowdCounts) -> Void) {
        let seconds = seconds
        state.withLock { state in
            body(&state.counts)
            if let text = state.line.update(state.counts, seconds: seconds) { console.error(text) }
        }
    }

    /// Takes the line away.
    func erase() {
        state.withLock { state in
            if let text = state.line.erase() { console.error(text) }
        }
    }
}
