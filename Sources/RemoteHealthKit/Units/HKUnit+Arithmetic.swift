#if !canImport(HealthKit)
import HealthModel

/// Units made of others; each call traps on a result that is too large or too small to compute with.
extension HKUnit {
    /// Gives the product with another unit.
    public func unitMultiplied(by unit: HKUnit) -> HKUnit {
        Self.make(factors.multiplied(by: unit.factors))
    }

    /// Gives the quotient with another unit.
    public func unitDivided(by unit: HKUnit) -> HKUnit {
        unitMultiplied(by: unit.reciprocal())
    }

    /// Gives a power of the unit, which may be negative.
    public func unitRaised(toPower power: Int) -> HKUnit {
        Self.make(factors.raised(to: power))
    }

    /// Gives one divided by the unit.
    public func reciprocal() -> HKUnit {
        unitRaised(toPower: -1)
    }

    private static func make(_ factors: UnitFactors?) -> HKUnit {
        guard let factors, let unit = try? HKUnit(factors: factors) else {
            preconditionFailure("The unit has a power or a scale out of range.")
        }
        return unit
    }
}
#endif
