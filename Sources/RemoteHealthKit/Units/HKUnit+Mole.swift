#if !canImport(HealthKit)
import Foundation

/// The mass of a mole of glucose in grams, as HealthKit's header `HKUnit.h` has it.
public let HKUnitMolarMassBloodGlucose: Double = 180.15588000005408

/// Amounts of a substance, which HealthKit converts to masses.
extension HKUnit {
    /// Moles with a prefix: `mmol<180.1558800000541>`.
    ///
    /// Traps on a molar mass that is not positive or has more than twenty digits.
    public class func moleUnit(
        with prefix: HKMetricPrefix,
        molarMass gramsPerMole: Double
    ) -> HKUnit {
        let digits = String(format: "%.16g", gramsPerMole)
        return HKUnit(from: prefix.symbol + "mol<" + digits + ">")
    }

    /// Moles: `mol<180.1558800000541>`; traps as `moleUnit(with:molarMass:)` does.
    public class func moleUnit(withMolarMass gramsPerMole: Double) -> HKUnit {
        moleUnit(with: .none, molarMass: gramsPerMole)
    }
}
#endif
