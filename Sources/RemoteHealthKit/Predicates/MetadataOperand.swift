#if !canImport(HealthKit)
import Foundation
import HealthModel

/// A value of metadata, in a form that can be compared.
enum MetadataOperand: Hashable, Sendable {
    /// Text.
    case text(String)
    /// A number; true is 1 and false is 0, as for `NSNumber`.
    case number(Double)
    /// A date.
    case date(Instant)
    /// A quantity.
    case quantity(HKQuantity)

    /// Makes one of a value of HealthKit's kinds; nil for a value of any other kind.
    init?(_ value: Any) {
        switch value {
        case let quantity as HKQuantity: self = .quantity(quantity)
        case let text as String: self = .text(text)
        case let date as Date: self = .date(Instant(nearest: date))
        case let flag as Bool: self = .number(flag ? 1 : 0)
        case let number as Double: self = .number(number)
        case let number as any BinaryInteger: self = .number(Double(number))
        case let number as Float: self = .number(Double(number))
        case let number as NSNumber: self = .number(number.doubleValue)
        default: return nil
        }
    }

    /// How it is ordered against another; nil where the two cannot be compared.
    func order(_ other: MetadataOperand) -> ComparisonResult? {
        switch (self, other) {
        case (.text(let left), .text(let right)): Self.order(left, right)
        case (.number(let left), .number(let right)): Self.order(left, right)
        case (.date(let left), .date(let right)): Self.order(left, right)
        case (.quantity(let left), .quantity(let right)): left.order(right)
        case (.text, _), (.number, _), (.date, _), (.quantity, _): nil
        }
    }

    private static func order<Value: Comparable>(
        _ left: Value,
        _ right: Value
    ) -> ComparisonResult? {
        if left < right { return .orderedAscending }
        if left > right { return .orderedDescending }
        return left == right ? .orderedSame : nil
    }

    /// The value in formats.
    var format: String {
        switch self {
        case .text(let text): "\"\(text)\""
        case .number(let number): "\(number)"
        case .date(let instant): RFC3339.format(instant)
        case .quantity(let quantity): "\(quantity)"
        }
    }
}
#endif
