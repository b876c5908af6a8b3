import HealthStore

/// The line that shows how far a verification has come; nothing where there is no terminal.
struct VerificationProgressLine {
    private let isTerminal: Bool
    private var nextUpdate = 0.0
    private var line = RedrawnLine()

    /// Makes a line that shows nothing yet.
    init(isTerminal: Bool) {
        self.isTerminal = isTerminal
    }

    /// The text to print now, if it is time for an update: ten times a second at most.
    mutating func update(_ progress: VerificationProgress, seconds: Double) -> String? {
        guard isTerminal, seconds >= nextUpdate else { return nil }
        nextUpdate = seconds + 0.1
        return line.draw(Self.text(progress))
    }

    /// The text that takes a drawn line away, if there is one.
    mutating func erase() -> String? { line.erase() }

    private static func text(_ progress: VerificationProgress) -> String {
        let done = Double(progress.users) + progress.share
        let share = min(1, done / Double(max(1, progress.totalUsers)))
        let filled = Int(share * 20)
        return "[" + String(repeating: "#", count: filled)
            + String(repeating: ".", count: 20 - filled) + "] \(Int(share * 100))%, "
            + "\(NumberText.whole(progress.users)) of "
            + "\(NumberText.whole(progress.totalUsers)) users, "
            + "\(NumberText.whole(progress.days)) days"
    }
}
