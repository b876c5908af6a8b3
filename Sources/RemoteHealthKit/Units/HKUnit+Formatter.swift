#if !canImport(HealthKit)
public import Foundation

/// The units of Foundation's formatters.
///
/// Each call that goes from a unit to a formatter's traps where the formatter has no such unit, as
/// HealthKit raises an exception.
extension HKUnit {
    /// Makes the unit of a mass formatter.
    public convenience init(from massFormatterUnit: MassFormatter.Unit) {
        switch massFormatterUnit {
        case .gram: self.init(from: "g")
        case .kilogram: self.init(from: "kg")
        case .ounce: self.init(from: "oz")
        case .pound: self.init(from: "lb")
        case .stone: self.init(from: "st")
        }
    }

    /// Gives a mass formatter's unit.
    public class func massFormatterUnit(from unit: HKUnit) -> MassFormatter.Unit {
        switch unit.unitString {
        case "g": .gram
        case "kg": .kilogram
        case "oz": .ounce
        case "lb": .pound
        case "st": .stone
        default: preconditionFailure("A mass formatter has no unit \(unit).")
        }
    }

    /// Makes the unit of a length formatter.
    public convenience init(from lengthFormatterUnit: LengthFormatter.Unit) {
        switch lengthFormatterUnit {
        case .millimeter: self.init(from: "mm")
        case .centimeter: self.init(from: "cm")
        case .meter: self.init(from: "m")
        case .kilometer: self.init(from: "km")
        case .inch: self.init(from: "in")
        case .foot: self.init(from: "ft")
        case .yard: self.init(from: "yd")
        case .mile: self.init(from: "mi")
        }
    }

    /// Gives a length formatter's unit.
    public class func lengthFormatterUnit(from unit: HKUnit) -> LengthFormatter.Unit {
        switch unit.unitString {
        case "mm": .millimeter
        case "cm": .centimeter
        case "m": .meter
        case "km": .kilometer
        case "in": .inch
        case "ft": .foot
        case "yd": .yard
        case "mi": .mile
        default: preconditionFailure("A length formatter has no unit \(unit).")
        }
    }

    /// Makes the unit of an energy formatter.
    public convenience init(from energyFormatterUnit: EnergyFormatter.Unit) {
        switch energyFormatterUnit {
        case .joule: self.init(from: "J")
        case .kilojoule: self.init(from: "kJ")
        case .calorie: self.init(from: "cal")
        case .kilocalorie: self.init(from: "kcal")
        }
    }

    /// Gives an energy formatter's unit.
    public class func energyFormatterUnit(from unit: HKUnit) -> EnergyFormatter.Unit {
        switch unit.unitString {
        case "J": .joule
        case "kJ": .kilojoule
        case "cal": .calorie
        case "kcal", "Cal": .kilocalorie
        default: preconditionFailure("An energy formatter has no unit \(unit).")
        }
    }
}
#endif
