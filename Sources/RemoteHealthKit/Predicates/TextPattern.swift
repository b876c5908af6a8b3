#if !canImport(HealthKit)
import Foundation

/// The operators that compare text with a piece or a pattern of text.
struct TextPattern {
    private let comparison: Comparison
    private let pattern: String

    /// Makes the pattern of an operator.
    init(_ comparison: Comparison, _ pattern: String) {
        self.comparison = comparison
        self.pattern = pattern
    }

    /// Whether the text matches; false for operators of other kinds and for a broken expression.
    func matches(_ text: String) -> Bool {
        switch comparison {
        case .beginsWith: text.hasPrefix(pattern)
        case .endsWith: text.hasSuffix(pattern)
        case .contains: pattern.isEmpty ? false : text.contains(pattern)
        case .matches: isWhole(text, pattern)
        case .like: isWhole(text, wildcards)
        default: false
        }
    }

    /// The expression that `*` (any characters) and `?` (one character) stand for.
    private var wildcards: String {
        pattern.map { character in
            switch character {
            case "*": "[\\s\\S]*"
            case "?": "[\\s\\S]"
            default: NSRegularExpression.escapedPattern(for: String(character))
            }
        }.joined()
    }

    private func isWhole(_ text: String, _ expression: String) -> Bool {
        guard let expression = try? NSRegularExpression(pattern: "^(?:\(expression))$") else {
            return false
        }
        let whole = NSRange(location: 0, length: text.utf16.count)
        return expression.firstMatch(in: text, range: whole)?.range == whole
    }
}
#endif
