import HealthImport

/// Decides when and how the progress of an import is shown.
///
/// On a terminal one line is drawn again, at most ten times a second; elsewhere a line is printed
/// every five seconds. It tells no time itself: the caller says how long the import has run.
struct ImportProgressLine {
    private let isTerminal: Bool
    private var nextUpdate: Double
    private var line = RedrawnLine()

    /// The time between two updates, in seconds.
    private var interval: Double { isTerminal ? 0.1 : 5 }

    /// Makes a line that shows nothing yet.
    init(isTerminal: Bool) {
        self.isTerminal = isTerminal
        nextUpdate = isTerminal ? 0 : 5
    }

    /// The text to print now, if it is time for an update.
    mutating func update(_ progress: ImportProgress, seconds: Double) -> String? {
        guard seconds >= nextUpdate else { return nil }
        nextUpdate = seconds + interval
        let text = Self.text(progress, seconds: seconds, hasBar: isTerminal)
        return isTerminal ? line.draw(text) : text + "\n"
    }

    /// The text that takes a drawn line away, if there is one.
    mutating func erase() -> String? { line.erase() }

    private static func text(
        _ progress: ImportProgress,
        seconds: Double,
        hasBar: Bool
    ) -> String {
        let total = max(progress.totalBytes, 1)
        let share = min(1, Double(progress.bytesRead) / Double(total))
        let rate = seconds > 0 ? Double(progress.records) / seconds : 0
        var parts = ["\(Int(share * 100))%"]
        if hasBar {
            let filled = Int(share * 10)
            let bar = String(repeating: "#", count: filled)
            parts[0] = "[" + bar + String(repeating: ".", count: 10 - filled) + "] " + parts[0]
        }
        parts.append(
            NumberText.bytes(progress.bytesRead) + " of " + NumberText.bytes(progress.totalBytes)
        )
        parts.append(NumberText.whole(progress.records) + " records")
        parts.append(NumberText.decimal(rate) + "/s")
        if share > 0 {
            let left = seconds / share * (1 - share)
            parts.append(NumberText.clock(seconds: left) + " left")
        }
        return parts.joined(separator: ", ")
    }
}
