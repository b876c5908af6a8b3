#if !canImport(HealthKit)
import Foundation
import Testing

@testable import RemoteHealthKit

struct QuantityTests {
    @Test(arguments: [
        (83_400, "g", "kg", 83.4), (1, "mi", "m", 1609.344), (1, "mi", "km", 1.609344),
        (1, "lb", "g", 453.59237), (1, "st", "lb", 14), (1, "ft", "in", 12), (1, "yd", "m", 0.9144),
        (1, "kcal", "J", 4184), (1, "Cal", "kcal", 1), (8_368_000, "J", "kcal", 2000),
        (1000, "cal", "kcal", 1), (100, "degC", "degF", 212), (0, "degC", "K", 273.15),
        (98.6, "degF", "degC", 37), (60, "count/min", "count/s", 1),
        (1.5, "count/s", "count/min", 90),
        (90, "mg/dL", "g/L", 0.9), (0.5, "%", "count", 0.5), (1, "hr", "s", 3600),
        (1, "d", "hr", 24),
        (760, "mmHg", "atm", 1), (1, "L", "mL", 1000), (1, "cm^3", "mL", 1),
        (1, "m/s", "km/hr", 3.6),
        (2, "count/s", "Hz", 2), (180, "deg", "rad", Double.pi),
        (5.5, "mmol<180.1558800000541>/L", "mg/dL", 99.085734000029755),
        (180.1558800000541, "mg/dL", "mmol<180.1558800000541>/L", 10),
    ])
    func `A quantity is given in any compatible unit`(
        value: Double,
        from: String,
        to: String,
        expected: Double
    ) throws {
        let quantity = HKQuantity(unit: HKUnit(from: from), doubleValue: value)
        let converted = quantity.doubleValue(for: HKUnit(from: to))
        #expect(abs(converted - expected) <= abs(expected) * 1e-6)
        #expect(try quantity.value(in: HKUnit(from: to)) == converted)
        #expect(quantity.is(compatibleWith: HKUnit(from: to)))
        #expect(quantity.doubleValue(for: HKUnit(from: from)) == value)
    }

    @Test func `Weights and distances of tutorials are exact`() {
        let mass = HKQuantity(unit: .gram(), doubleValue: 83_400)
        #expect(mass.doubleValue(for: .gramUnit(with: .kilo)) == 83.4)
        let walk = HKQuantity(unit: .mile(), doubleValue: 1)
        #expect(walk.doubleValue(for: .meter()) == 1609.344)
        #expect(
            HKQuantity(unit: .degreeFahrenheit(), doubleValue: 212)
                .doubleValue(for: .degreeCelsius()) == 100
        )
    }

    @Test func `Equal amounts are equal in whatever unit`() {
        let pairs: [(Double, String, Double, String)] = [
            (1, "km", 1000, "m"), (1, "mi", 1609.344, "m"), (83.4, "kg", 83_400, "g"),
            (0, "degC", 273.15, "K"), (1, "count", 1, "%"), (1, "kcal", 4184, "J"),
        ]
        for (first, firstUnit, second, secondUnit) in pairs {
            let left = HKQuantity(unit: HKUnit(from: firstUnit), doubleValue: first)
            let right = HKQuantity(unit: HKUnit(from: secondUnit), doubleValue: second)
            #expect(left == right)
            #expect(left.hash == right.hash)
            #expect(left.compare(right) == .orderedSame)
        }
        let meter = HKQuantity(unit: .meter(), doubleValue: 1)
        #expect(meter != HKQuantity(unit: .gram(), doubleValue: 1))
        #expect(meter != HKQuantity(unit: .meter(), doubleValue: 2))
        #expect(meter.compare(HKQuantity(unit: .foot(), doubleValue: 3)) == .orderedDescending)
        #expect(meter.compare(HKQuantity(unit: .foot(), doubleValue: 4)) == .orderedAscending)
    }

    @Test(arguments: ["watt to joule per second", "count to metre", "hearing to sound"])
    func `Incompatible units throw where Swift can catch it`(name: String) {
        let pair: (HKUnit, HKUnit) =
            switch name {
            case "watt to joule per second": (.watt(), HKUnit(from: "J/s"))
            case "count to metre": (.count(), .meter())
            default: (.decibelHearingLevel(), .decibelAWeightedSoundPressureLevel())
            }
        let quantity = HKQuantity(unit: pair.0, doubleValue: 1)
        #expect(!quantity.is(compatibleWith: pair.1))
        #expect(throws: HKError.self) { try quantity.value(in: pair.1) }
    }

    @Test func `Incompatible units end the program, with HealthKit's message`() async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = HKQuantity(unit: .count(), doubleValue: 1).doubleValue(for: .meter())
        }
        #if DEBUG
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("Attempt to convert incompatible units: count, m"))
        #endif
        await #expect(processExitsWith: .failure) {
            let meter = HKQuantity(unit: .meter(), doubleValue: 1)
            _ = meter.compare(HKQuantity(unit: .gram(), doubleValue: 1))
        }
    }

    @Test func `A quantity reads as HealthKit's exports print it`() {
        #expect(HKQuantity(unit: .count(), doubleValue: 104).description == "104 count")
        #expect(HKQuantity(unit: HKUnit(from: "km"), doubleValue: 1.5).description == "1.5 km")
        #expect(HKQuantity("12 km") == HKQuantity(unit: HKUnit(from: "km"), doubleValue: 12))
        for text in ["12", "km", "12  ", "x km", "12 furlongs", "inf m", ""] {
            #expect(HKQuantity(text) == nil)
        }
    }

    @Test func `The formatters' units go both ways`() {
        for unit in [MassFormatter.Unit.gram, .kilogram, .ounce, .pound, .stone] {
            #expect(HKUnit.massFormatterUnit(from: HKUnit(from: unit)) == unit)
        }
        let lengths: [LengthFormatter.Unit] = [
            .millimeter, .centimeter, .meter, .kilometer, .inch, .foot, .yard, .mile,
        ]
        for unit in lengths {
            #expect(HKUnit.lengthFormatterUnit(from: HKUnit(from: unit)) == unit)
        }
        for unit in [EnergyFormatter.Unit.joule, .kilojoule, .calorie, .kilocalorie] {
            #expect(HKUnit.energyFormatterUnit(from: HKUnit(from: unit)) == unit)
        }
        #expect(HKUnit(from: MassFormatter.Unit.kilogram).unitString == "kg")
        #expect(HKUnit(from: LengthFormatter.Unit.mile).unitString == "mi")
        #expect(HKUnit(from: EnergyFormatter.Unit.calorie).unitString == "cal")
    }
}
#endif
