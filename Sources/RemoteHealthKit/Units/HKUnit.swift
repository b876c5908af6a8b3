#if !canImport(HealthKit)
public import Foundation
import HealthModel
import Synchronization

/// A unit of measurement.
///
/// Units are equal when they are made of the same factors: `HKUnit(from: "ml")` is
/// `HKUnit.literUnit(with: .milli)`, but neither is cubic centimetres. Differs from HealthKit: units
/// cannot be archived (`NSSecureCoding`); their strings can. Where a unit has several factors on one
/// side of its line, HealthKit does not publish their order: here times come first, then the
/// alphabet decides, which gives the strings known from exports (`mL/min·kg`, `kcal/hr·kg`).
///
/// Unchecked: nothing changes after `init`.
open class HKUnit: NSObject, NSCopying, @unchecked Sendable {
    /// The symbols the unit is made of.
    let factors: UnitFactors
    /// What the unit means.
    let unit: HealthModel.Unit

    /// Makes a unit of factors.
    ///
    /// - Throws: `UnitError` for a unit too large, too small or too long to be computed with.
    init(factors: UnitFactors) throws(UnitError) {
        self.factors = factors
        unit = try HKUnit.parsed(factors.description)
    }

    /// Parses a unit such as `count/min`, `kcal/(kg*hr)` or `mmol<180.1558800000541>/L`.
    ///
    /// Traps on a text that is no unit, where HealthKit raises an exception; `init(parsing:)` throws.
    public convenience init(from string: String) {
        do {
            try self.init(parsing: string)
        } catch {
            preconditionFailure("Unable to parse unit string \"\(string)\": \(error)")
        }
    }

    /// Parses a unit, or throws.
    ///
    /// Differs from HealthKit: not in it. Use this for texts from outside.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument`.
    public convenience init(parsing string: String) throws {
        do {
            try self.init(factors: UnitFactors(parsing: string))
        } catch {
            throw HKError(.errorInvalidArgument, "Unable to parse unit string: \(error).")
        }
    }

    /// The unit in one spelling, which parses again: `count/min`, `mL/min·kg`, `()`.
    open var unitString: String { unit.description }

    /// Whether the unit has no factor at all; `count` and `%` have one.
    open func isNull() -> Bool {
        factors == .one
    }

    /// Gives the unit itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other object is a unit of the same factors.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKUnit)?.factors == factors
    }

    /// A hash of the factors.
    open override var hash: Int { factors.hashValue }

    /// The unit string.
    open override var description: String { unitString }

    /// Programs make the same few units over and over.
    private static let cache = Mutex(UnitCache())

    private static func parsed(_ text: String) throws(UnitError) -> HealthModel.Unit {
        try cache.withLock { cache throws(UnitError) in try cache.unit(parsing: text) }
    }
}
#endif
