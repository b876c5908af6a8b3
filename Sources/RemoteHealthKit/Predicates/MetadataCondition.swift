#if !canImport(HealthKit)
import Foundation

/// Samples by a value of their metadata.
struct MetadataCondition: SampleCondition {
    /// The key.
    let key: String
    /// How the value is compared; nil to ask only whether there is one.
    let comparison: Comparison?
    /// What it is compared with: one value, the members of a list, or the two ends of a range.
    let operands: [MetadataOperand]
    /// Why it cannot be asked; nil where it can.
    let problem: String?

    /// Asks whether there is a value.
    init(key: String) {
        self.key = key
        comparison = nil
        operands = []
        problem = nil
    }

    /// Compares the value with another, or with a list where the operator takes one.
    init(key: String, comparison: Comparison, value: Any) {
        self.key = key
        self.comparison = comparison
        let list = value as? [Any]
        let operands = (list ?? [value]).map { MetadataOperand($0) }
        self.operands = operands.compactMap { $0 }
        let takesList = comparison == .in || comparison == .between
        if operands.contains(where: { $0 == nil }) {
            problem = "Metadata is compared with text, numbers, dates and quantities only."
        } else if takesList != (list != nil) || comparison == .between && operands.count != 2 {
            problem = "The operator \(comparison.symbol) cannot compare metadata with this value."
        } else {
            problem = nil
        }
    }

    /// Whether this asks for what was typed in by hand.
    var isHandEntry: Bool {
        key == HKMetadataKeyWasUserEntered && comparison == .equalTo && operands == [.number(1)]
    }

    /// Whether this asks for what was not typed in by hand.
    private var isNoHandEntry: Bool {
        key == HKMetadataKeyWasUserEntered && comparison == .notEqualTo && operands == [.number(1)]
    }

    var bounds: SampleBounds {
        if isHandEntry { return SampleBounds(isUserEntered: true) }
        return isNoHandEntry ? SampleBounds(isUserEntered: false) : .everything
    }

    var format: String {
        guard let comparison else { return "metadata.\(key) != nil" }
        let values = operands.map(\.format)
        let text = values.count == 1 ? values[0] : "{" + values.joined(separator: ", ") + "}"
        return "metadata.\(key) \(comparison.symbol) \(text)"
    }

    func matches(_ sample: HKSample) -> Bool {
        guard problem == nil else { return false }
        let value = sample.metadata?[key]
        guard let comparison else { return value != nil }
        // As for `NSPredicate`, what is not there is different from everything.
        guard let value = value.flatMap({ MetadataOperand($0) }) else {
            return comparison == .notEqualTo
        }
        return matches(value, comparison)
    }

    private func matches(_ value: MetadataOperand, _ comparison: Comparison) -> Bool {
        switch comparison {
        case .in: return operands.contains { value.order($0) == .orderedSame }
        case .between:
            return value.order(operands[0]).map { $0 != .orderedAscending } ?? false
                && value.order(operands[1]).map { $0 != .orderedDescending } ?? false
        case .matches, .like, .beginsWith, .endsWith, .contains:
            guard case .text(let text) = value, case .text(let pattern) = operands[0] else {
                return false
            }
            return TextPattern(comparison, pattern).matches(text)
        default:
            guard let order = value.order(operands[0]) else { return comparison == .notEqualTo }
            return comparison.holds(order)
        }
    }

    func narrow(_ scope: inout StatisticsScope) throws(UntranslatablePredicate) {
        guard isHandEntry || isNoHandEntry else {
            throw UntranslatablePredicate(
                format: format,
                reason: "of metadata, the server narrows statistics by HKMetadataKeyWasUserEntered"
                    + " == true and != true only"
            )
        }
        scope.narrow(userEntered: isHandEntry)
    }
}
#endif
