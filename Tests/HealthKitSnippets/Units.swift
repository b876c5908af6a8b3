import Foundation
import RemoteHealthKit

/// Units and quantities.
enum Units {
    /// A blood glucose in millimoles a litre as milligrams a decilitre.
    static func milligramsPerDeciliter(millimolesPerLiter value: Double) -> Double {
        let molar = HKUnit.moleUnit(with: .milli, molarMass: HKUnitMolarMassBloodGlucose)
        let quantity = HKQuantity(unit: molar.unitDivided(by: .liter()), doubleValue: value)
        return quantity.doubleValue(for: HKUnit(from: "mg/dL"))
    }

    /// A heart rate by the three ways there are to write its unit.
    static func heartRates() -> [HKQuantity] {
        [
            HKUnit.count().unitDivided(by: .minute()),
            HKUnit(from: "count/min"),
            HKUnit.count().unitMultiplied(by: HKUnit.minute().reciprocal()),
        ].map { HKQuantity(unit: $0, doubleValue: 60) }
    }

    /// Units with prefixes and powers.
    static func texts() -> [String] {
        [
            HKUnit.gramUnit(with: .kilo), .meterUnit(with: .centi), .literUnit(with: .milli),
            .jouleUnit(with: .kilo), .secondUnit(with: .milli), .percent(), .internationalUnit(),
            HKUnit.meter().unitRaised(toPower: 2), .degreeCelsius(), .millimeterOfMercury(),
        ].map(\.unitString)
    }

    /// Whether the first is more than the second.
    static func isMore(_ first: HKQuantity, than second: HKQuantity) -> Bool {
        first.compare(second) == .orderedDescending
    }

    /// A height in the units of a quantity, if it is one.
    static func feet(_ quantity: HKQuantity) -> Double? {
        guard quantity.is(compatibleWith: .foot()) else { return nil }
        return quantity.doubleValue(for: .foot())
    }

    /// A weight as people of a place write it.
    static func text(of weight: HKQuantity) -> String {
        let formatter = MassFormatter()
        formatter.isForPersonMassUse = true
        return formatter.string(
            fromValue: weight.doubleValue(for: HKUnit(from: MassFormatter.Unit.kilogram)),
            unit: HKUnit.massFormatterUnit(from: .gramUnit(with: .kilo))
        )
    }

    /// An energy as people write it.
    static func text(ofEnergy energy: HKQuantity) -> String {
        let formatter = EnergyFormatter()
        return formatter.string(
            fromValue: energy.doubleValue(for: .kilocalorie()),
            unit: .kilocalorie
        )
    }
}
