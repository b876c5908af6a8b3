#if !canImport(HealthKit)
import HealthModel
import TestSupport
import Testing

@testable import RemoteHealthKit

struct UnitArithmeticTests {
    @Test(arguments: [
        ("", "()"), ("()", "()"), ("count", "count"), ("count/min", "count/min"),
        ("count/s", "count/s"), ("1/s", "1/s"), ("1/min", "1/min"), ("l", "L"), ("ml", "mL"),
        ("dl", "dL"), ("mg/dl", "mg/dL"), ("mol<5>", "mol<5>"), ("ml/(kg*min)", "mL/min·kg"),
        ("mL/min·kg", "mL/min·kg"), ("mL/kg·min", "mL/min·kg"), ("kcal/(kg*hr)", "kcal/hr·kg"),
        ("kcal/hr·kg", "kcal/hr·kg"), ("m^2", "m^2"), ("m*m", "m^2"), ("m.m", "m^2"),
        ("m·m·m", "m^3"), ("(m/s)^2", "m^2/s^2"), ("m/s^2", "m/s^2"), ("m/(s*s)", "m/s^2"),
        ("kg*m/s^2", "kg·m/s^2"), ("m*kg/s^2", "kg·m/s^2"), ("m^-1", "1/m"), ("(m/s)^-1", "s/m"),
        ("m/m", "()"), ("m^0", "()"), ("count/count", "()"), ("km/hr", "km/hr"), ("mi/hr", "mi/hr"),
        ("L/min", "L/min"), ("mcg", "mcg"), ("mcg/dL", "mcg/dL"), ("Cal", "Cal"), ("%", "%"),
        ("mmol<180.1558800000541>/L", "mmol<180.1558800000541>/L"), ("g/(m/s)", "s·g/m"),
        ("fl_oz_us", "fl_oz_us"), ("degC", "degC"), ("dBASPL", "dBASPL"), ("W/kg", "W/kg"),
    ])
    func `A unit has one spelling`(text: String, spelled: String) {
        let unit = HKUnit(from: text)
        #expect(unit.unitString == spelled)
        #expect(HKUnit(from: spelled) == unit)
        #expect(HKUnit(from: spelled).hash == unit.hash)
    }

    @Test func `Units are multiplied, divided, raised and turned over`() {
        let (meter, second, gram) = (HKUnit.meter(), HKUnit.second(), HKUnit.gram())
        #expect(HKUnit.count().unitDivided(by: .minute()).unitString == "count/min")
        #expect(meter.unitDivided(by: second).unitString == "m/s")
        #expect(meter.unitDivided(by: second).unitDivided(by: second).unitString == "m/s^2")
        #expect(meter.unitMultiplied(by: meter) == meter.unitRaised(toPower: 2))
        #expect(second.reciprocal().unitString == "1/s")
        #expect(second.reciprocal().reciprocal() == second)
        #expect(meter.unitRaised(toPower: 0).isNull())
        #expect(meter.unitRaised(toPower: -2).unitString == "1/m^2")
        #expect(meter.unitDivided(by: meter).isNull())
        #expect(gram.unitMultiplied(by: meter) == meter.unitMultiplied(by: gram))
        #expect(
            HKUnit.gramUnit(with: .milli).unitDivided(by: .literUnit(with: .deci)).unitString
                == "mg/dL"
        )
        let rate = HKUnit.literUnit(with: .milli)
            .unitDivided(by: HKUnit.gramUnit(with: .kilo).unitMultiplied(by: .minute()))
        #expect(rate == HKUnit(from: "ml/(kg*min)"))
        let glucose = HKUnit.moleUnit(with: .milli, molarMass: HKUnitMolarMassBloodGlucose)
            .unitDivided(by: .liter())
        #expect(glucose.unitString == "mmol<180.1558800000541>/L")
    }

    @Test func `Units are equal when their factors are`() {
        #expect(HKUnit(from: "kcal") == .kilocalorie())
        #expect(HKUnit.count() != HKUnit.percent())
        #expect(HKUnit.largeCalorie() != HKUnit.kilocalorie())
        #expect(HKUnit.literUnit(with: .milli) != HKUnit(from: "cm^3"))
        #expect(Set([HKUnit.meter(), HKUnit(from: "m"), .foot()]).count == 2)
        #expect(HKUnit(from: "").isNull())
        #expect(!HKUnit.count().isNull())
    }

    @Test(arguments: [
        "x", "m/", "/m", "m//s", "mol<>", "mol<0>", "g<5>", "m^", "m^x", "(m", "m)", "kmin",
        "m s", String(repeating: "m", count: 129),
    ])
    func `What is no unit throws an invalid argument`(text: String) {
        #expect(throws: HKError.self) { try HKUnit(parsing: text) }
    }

    @Test func `A product of units means what the parser says of its string`() throws {
        var generator = SeededGenerator()
        print("units: seed \(generator.seed)")
        // None with so many digits that their powers could not be kept exactly.
        let symbols = ["m", "kg", "s", "min", "count", "kcal", "mmol<18.5>", "mL", "degC", "Pa"]
        for _ in 0..<500 {
            var unit = HKUnit(from: "")
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let symbol = HKUnit(from: symbols.randomElement(using: &generator) ?? "m")
                let power = symbol.unitRaised(toPower: .random(in: -3...3, using: &generator))
                let divides = Bool.random(using: &generator)
                unit = divides ? unit.unitDivided(by: power) : unit.unitMultiplied(by: power)
            }
            #expect(HKUnit(from: unit.unitString) == unit)
            #expect(unit.unit == (try HealthModel.Unit(parsing: unit.unitString)))
            #expect(unit.unitMultiplied(by: unit.reciprocal()).isNull())
        }
    }

    @Test func `Misuse ends the program`() async {
        await #expect(processExitsWith: .failure) { _ = HKUnit(from: "furlong") }
        await #expect(processExitsWith: .failure) {
            _ = HKUnit.meter().unitRaised(toPower: 61)
        }
        await #expect(processExitsWith: .failure) { _ = HKUnit.moleUnit(withMolarMass: 0) }
    }
}
#endif
