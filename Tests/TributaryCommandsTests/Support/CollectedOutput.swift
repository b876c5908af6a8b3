import Synchronization

@testable import TributaryCommands

/// What a command printed, for tests to look at.
final class CollectedOutput: Sendable {
    private let texts = Mutex((out: "", error: ""))
    private let hear: @Sendable (String) -> Void

    /// Makes an empty collector; `hear` is told of every text on standard output as it comes.
    init(hear: @escaping @Sendable (String) -> Void = { _ in }) {
        self.hear = hear
    }

    /// Everything on standard output.
    var out: String { texts.withLock { $0.out } }
    /// Everything on standard error.
    var error: String { texts.withLock { $0.error } }
    /// The lines on standard output.
    var lines: [String] {
        out.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The words of the first line whose first word is this one; empty where there is none.
    func row(_ name: String) -> [String] {
        lines.map { $0.split(separator: " ").map(String.init) }.first { $0.first == name } ?? []
    }

    /// A console that writes here.
    func console(isTerminal: Bool = false, width: Int = 80) -> Console {
        Console(
            out: { text in
                self.texts.withLock { $0.out += text }
                self.hear(text)
            },
            error: { text in self.texts.withLock { $0.error += text } },
            isTerminal: isTerminal,
            width: width
        )
    }
}
