#if !canImport(HealthKit)
import Foundation

/// How a property of a sample is compared, the cases of Foundation's `Operator`.
///
/// Foundation on Linux deprecates `NSComparisonPredicate` and what is named below it, so the name
/// stays at the border, in the factories' signatures.
enum Comparison: UInt, Sendable {
    case lessThan
    case lessThanOrEqualTo
    case greaterThan
    case greaterThanOrEqualTo
    case equalTo
    case notEqualTo
    case matches
    case like
    case beginsWith
    case endsWith
    case `in`
    case contains
    case between

    /// The operator in formats.
    var symbol: String {
        switch self {
        case .lessThan: "<"
        case .lessThanOrEqualTo: "<="
        case .greaterThan: ">"
        case .greaterThanOrEqualTo: ">="
        case .equalTo: "=="
        case .notEqualTo: "!="
        case .matches: "MATCHES"
        case .like: "LIKE"
        case .beginsWith: "BEGINSWITH"
        case .endsWith: "ENDSWITH"
        case .in: "IN"
        case .contains: "CONTAINS"
        case .between: "BETWEEN"
        }
    }

    /// Whether it is one of the six that compare by order.
    var isOrder: Bool { rawValue <= Self.notEqualTo.rawValue }

    /// Decides by the order of a value and what it is compared with.
    ///
    /// False for the operators that do not compare by order.
    func holds(_ order: ComparisonResult) -> Bool {
        switch self {
        case .lessThan: order == .orderedAscending
        case .lessThanOrEqualTo: order != .orderedDescending
        case .greaterThan: order == .orderedDescending
        case .greaterThanOrEqualTo: order != .orderedAscending
        case .equalTo: order == .orderedSame
        case .notEqualTo: order != .orderedSame
        case .matches, .like, .beginsWith, .endsWith, .in, .contains, .between: false
        }
    }

    /// Decides between two values that have an order.
    func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
        // Numbers that are none have no order, and are different from everything.
        guard left == right || left < right || left > right else { return self == .notEqualTo }
        return holds(
            left < right ? .orderedAscending : left == right ? .orderedSame : .orderedDescending
        )
    }

    /// Says that the operator does not compare what is asked for; nil where it does.
    func problem(comparing what: String) -> String? {
        isOrder ? nil : "A predicate on \(what) cannot use the operator \(symbol)."
    }
}
#endif
