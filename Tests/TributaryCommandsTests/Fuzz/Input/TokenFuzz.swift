import TestSupport

/// JSON taken apart into strings, numbers, words and marks, to change one at a time.
enum TokenFuzz {
    /// The parts of a text; joined, they are the text.
    static func parts(of text: String) -> [String] {
        text.matches(of: /"[^"]*"|[\-0-9.eE+]+|[a-z]+|[^"a-z0-9]/).map { String($0.output) }
    }

    /// Removes, repeats, swaps or exchanges one part.
    static func change(
        _ parts: inout [String],
        _ tokens: [String],
        using generator: inout SeededGenerator
    ) {
        guard parts.count > 1 else { return }
        let place = Int.random(in: 0..<parts.count, using: &generator)
        let other = Int.random(in: 0..<parts.count, using: &generator)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: parts.remove(at: place)
        case 1: parts.insert(parts[place], at: place)
        case 2: parts.swapAt(place, other)
        case 3: parts[place] = quoted(Nasty.text(using: &generator))
        case 4: parts.insert(contentsOf: parts[min(place, other)...max(place, other)], at: place)
        default: parts[place] = generator.one(of: tokens)
        }
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
