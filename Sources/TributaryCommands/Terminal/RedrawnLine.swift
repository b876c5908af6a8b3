/// A line on a terminal that is drawn again in its place.
struct RedrawnLine {
    private var width = 0

    /// The text that draws the line anew; blanks cover what was longer before.
    mutating func draw(_ text: String) -> String {
        let rest = max(0, width - text.count)
        width = text.count
        return "\r" + text + String(repeating: " ", count: rest)
            + String(repeating: "\u{8}", count: rest)
    }

    /// The text that takes the line away; nil when none is drawn.
    mutating func erase() -> String? { width > 0 ? draw("") + "\r" : nil }
}
