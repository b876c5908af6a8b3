import HealthOutbox
import Synchronization

/// Shows how the sending of an outbox goes.
///
/// On a terminal one line is drawn again; elsewhere only what is out of the ordinary is printed.
final class PushProgress: Sendable {
    private struct State {
        var line = RedrawnLine()
        var samples = 0
        /// What was told last, so that it is not told with every attempt.
        var lastText = ""
    }

    private let state = Mutex(State())
    private let console: Console
    private let tellsRefusals: Bool

    /// Shows nothing yet.
    ///
    /// - Parameter tellsRefusals: Whether a line is printed for each batch of which something was
    ///   refused, as where nobody sees the summary for a long time.
    init(_ console: Console, tellsRefusals: Bool) {
        self.console = console
        self.tellsRefusals = tellsRefusals
    }

    /// Shows what happened.
    func show(_ event: DrainEvent) {
        switch event {
        case .answered(let name, let tally, let waiting):
            let samples = state.withLock { state in
                state.samples += tally.sampleCount + tally.deletionCount
                state.lastText = ""
                return state.samples
            }
            if tellsRefusals, !tally.refusals.isEmpty {
                tell("refused, and kept in rejected/\(name).ndjson: \(tally.reasons)")
            }
            draw("\(NumberText.whole(samples)) sent, \(NumberText.whole(waiting)) batches wait")
        case .waiting(let pause, let reason):
            let seconds = NumberText.decimal(pause / .seconds(1), places: 1)
            if console.isTerminal {
                draw("again in \(seconds) s: \(reason)")
            } else {
                tell("waiting for the server: \(reason)")
            }
        case .setAside(let text): tell(text)
        case .divided(let reason): tell("a batch is sent in halves: \(reason)")
        case .renamed: tell("a batch goes under a new name: the server knows another of its own")
        }
    }

    /// Prints a line, unless it was the last one that was printed.
    func tell(_ text: String) {
        let (isNew, erasure) = state.withLock { state in
            defer { state.lastText = text }
            return (state.lastText != text, state.line.erase())
        }
        if let erasure, console.isTerminal { console.error(erasure) }
        if isNew { console.error(text + "\n") }
    }

    /// Takes the drawn line away.
    func end() {
        if let erasure = state.withLock({ $0.line.erase() }) { console.error(erasure) }
    }

    private func draw(_ text: String) {
        guard console.isTerminal else { return }
        // A line that wraps cannot be drawn again.
        let line = String(text.prefix(max(20, console.width - 1)))
        console.error(state.withLock { $0.line.draw(line) })
    }
}
