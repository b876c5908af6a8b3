#if !canImport(HealthKit)
public import Foundation
import HealthModel

/// A value and its unit.
///
/// Quantities are equal when they are the same amount, as far as doubles can say: 1 km and 1000 m
/// are. Differs from HealthKit: quantities cannot be archived (`NSSecureCoding`).
///
/// Unchecked: nothing changes after `init`.
open class HKQuantity: NSObject, NSCopying, @unchecked Sendable {
    /// The unit the quantity was made with.
    let unit: HKUnit
    /// The value in that unit.
    let value: Double

    /// Makes a quantity.
    public init(unit: HKUnit, doubleValue value: Double) {
        self.unit = unit
        self.value = value
    }

    /// Whether the quantity can be given in a unit.
    open func `is`(compatibleWith unit: HKUnit) -> Bool {
        self.unit.unit.isCompatible(with: unit.unit)
    }

    /// Gives the value in a unit.
    ///
    /// Traps on a unit that measures something else, where HealthKit raises an exception;
    /// `value(in:)` throws.
    open func doubleValue(for unit: HKUnit) -> Double {
        guard let value = try? value(in: unit) else {
            preconditionFailure("Attempt to convert incompatible units: \(self.unit), \(unit)")
        }
        return value
    }

    /// Gives the value in a unit, or throws.
    ///
    /// Differs from HealthKit: not in it.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` for a unit that measures something else.
    public func value(in unit: HKUnit) throws -> Double {
        do {
            return try self.unit.unit.convert(value, to: unit.unit)
        } catch {
            throw HKError(.errorInvalidArgument, "\(self.unit) to \(unit): \(error).")
        }
    }

    /// Compares two amounts; traps when they measure different things, as HealthKit raises.
    open func compare(_ quantity: HKQuantity) -> ComparisonResult {
        guard self.is(compatibleWith: quantity.unit) else {
            preconditionFailure("Attempt to compare incompatible units: \(unit), \(quantity.unit)")
        }
        if magnitude == quantity.magnitude { return .orderedSame }
        return magnitude < quantity.magnitude ? .orderedAscending : .orderedDescending
    }

    /// Gives the quantity itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other object is the same amount.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKQuantity, self.is(compatibleWith: other.unit) else {
            return false
        }
        return magnitude == other.magnitude
    }

    /// A hash of the amount.
    open override var hash: Int { magnitude.hashValue }

    /// Value and unit string, such as `104 count`.
    open override var description: String { "\(Self.spell(value)) \(unit.unitString)" }

    /// The amount in base units.
    private var magnitude: Double { unit.unit.magnitude(of: value) }
}

extension HKQuantity {
    /// Spells a number so that it reads back as the same, whole ones without a fraction.
    static func spell(_ value: Double) -> String {
        value.magnitude < 0x1p53 && value == value.rounded() ? String(Int64(value)) : "\(value)"
    }

    /// Reads the text of a quantity, such as `12 km`; nil for others.
    convenience init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let value = Double(parts[0]), value.isFinite,
            let unit = try? HKUnit(parsing: String(parts[1]))
        else { return nil }
        self.init(unit: unit, doubleValue: value)
    }
}
#endif
