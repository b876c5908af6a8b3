/// Decides when and how the progress of a crowd is shown.
///
/// On a terminal one line is drawn again, at most ten times a second; elsewhere a line is printed
/// every five seconds. It tells no time itself.
struct CrowdProgressLine {
    private let isTerminal: Bool
    private let users: Int
    private let steps: Int
    private var nextUpdate: Double
    private var line = RedrawnLine()

    /// The time between two updates, in seconds.
    private var interval: Double { isTerminal ? 0.1 : 5 }

    /// Makes a line that shows nothing yet.
    ///
    /// - Parameters:
    ///   - users: How many people there are.
    ///   - steps: How many days of people have to be sent.
    init(isTerminal: Bool, users: Int, steps: Int) {
        self.isTerminal = isTerminal
        self.users = users
        self.steps = steps
        nextUpdate = isTerminal ? 0 : 5
    }

    /// The text to print now, if it is time for an update.
    mutating func update(_ counts: CrowdCounts, seconds: Double) -> String? {
        guard seconds >= nextUpdate else { return nil }
        nextUpdate = seconds + interval
        let text = text(counts, seconds: seconds)
        return isTerminal ? line.draw(text) : text + "\n"
    }

    /// The text that takes a drawn line away, if there is one.
    mutating func erase() -> String? { line.erase() }

    private func text(_ counts: CrowdCounts, seconds: Double) -> String {
        let share = min(1, Double(counts.steps) / Double(max(1, steps)))
        let rate = seconds > 0 ? Double(counts.samples) / seconds : 0
        var parts = [
            "\(Int(share * 100))%",
            "\(NumberText.whole(counts.users)) of \(NumberText.whole(users)) users",
            "\(NumberText.whole(counts.samples)) samples", "\(NumberText.decimal(rate))/s",
            "\(NumberText.whole(counts.refused)) refused",
        ]
        if share > 0 {
            parts.append(NumberText.clock(seconds: seconds / share * (1 - share)) + " left")
        }
        return parts.joined(separator: ", ")
    }
}
