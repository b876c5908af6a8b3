#if !canImport(HealthKit)
import HealthModel
import Testing

@testable import RemoteHealthKit

struct UnitFactoryTests {
    @Test(arguments: [
        (HKUnit.gram(), "g"), (.ounce(), "oz"), (.pound(), "lb"), (.stone(), "st"),
        (.liter(), "L"), (.fluidOunceUS(), "fl_oz_us"), (.fluidOunceImperial(), "fl_oz_imp"),
        (.pintUS(), "pt_us"), (.pintImperial(), "pt_imp"), (.cupUS(), "cup_us"),
        (.cupImperial(), "cup_imp"), (.meter(), "m"), (.inch(), "in"), (.foot(), "ft"),
        (.yard(), "yd"), (.mile(), "mi"), (.second(), "s"), (.minute(), "min"), (.hour(), "hr"),
        (.day(), "d"), (.hertz(), "Hz"), (.radianAngle(), "rad"), (.degreeAngle(), "deg"),
        (.joule(), "J"), (.kilocalorie(), "kcal"), (.smallCalorie(), "cal"),
        (.largeCalorie(), "Cal"), (.calorie(), "cal"), (.watt(), "W"), (.pascal(), "Pa"),
        (.millimeterOfMercury(), "mmHg"), (.inchesOfMercury(), "inHg"),
        (.centimeterOfWater(), "cmAq"), (.atmosphere(), "atm"),
        (.decibelAWeightedSoundPressureLevel(), "dBASPL"), (.decibelHearingLevel(), "dBHL"),
        (.degreeCelsius(), "degC"), (.degreeFahrenheit(), "degF"), (.kelvin(), "K"),
        (.siemen(), "S"), (.volt(), "V"), (.count(), "count"), (.percent(), "%"), (.lux(), "lx"),
        (.diopter(), "D"), (.prismDiopter(), "pD"), (.internationalUnit(), "IU"),
        (.appleEffortScore(), "appleEffortScore"),
    ])
    func `Every factory makes the unit that the grammar spells`(unit: HKUnit, text: String) throws {
        #expect(unit.unitString == text)
        #expect(unit.description == text)
        #expect(unit == HKUnit(from: text))
        #expect(unit.unit == (try HealthModel.Unit(parsing: text)))
        #expect(!unit.isNull())
    }

    /// Made anew by each test: closures are not sendable arguments.
    private static var prefixed: [(String, (HKMetricPrefix) -> HKUnit)] {
        [
            ("g", HKUnit.gramUnit(with:)), ("L", HKUnit.literUnit(with:)),
            ("m", HKUnit.meterUnit(with:)), ("s", HKUnit.secondUnit(with:)),
            ("Hz", HKUnit.hertzUnit(with:)), ("rad", HKUnit.radianAngleUnit(with:)),
            ("J", HKUnit.jouleUnit(with:)), ("W", HKUnit.wattUnit(with:)),
            ("Pa", HKUnit.pascalUnit(with:)), ("S", HKUnit.siemenUnit(with:)),
            ("V", HKUnit.voltUnit(with:)), ("lx", HKUnit.luxUnit(with:)),
        ]
    }

    @Test(arguments: [
        (HKMetricPrefix.none, "", 1.0), (.femto, "f", 1e-15), (.pico, "p", 1e-12),
        (.nano, "n", 1e-9), (.micro, "mc", 1e-6), (.milli, "m", 1e-3), (.centi, "c", 1e-2),
        (.deci, "d", 1e-1), (.deca, "da", 1e1), (.hecto, "h", 1e2), (.kilo, "k", 1e3),
        (.mega, "M", 1e6), (.giga, "G", 1e9), (.tera, "T", 1e12),
    ])
    func `Every prefix multiplies every unit that takes one`(
        prefix: HKMetricPrefix,
        symbol: String,
        factor: Double
    ) {
        for (base, make) in Self.prefixed {
            #expect(make(prefix).unitString == symbol + base)
            let one = HKQuantity(unit: make(prefix), doubleValue: 1)
            let value = one.doubleValue(for: make(.none))
            #expect(abs(value / factor - 1) < 1e-15, "\(symbol)\(base)")
        }
    }

    @Test func `The numbers of the prefixes are HealthKit's`() {
        let ordered: [HKMetricPrefix] = [
            .none, .pico, .nano, .micro, .milli, .centi, .deci, .deca, .hecto, .kilo, .mega, .giga,
            .tera, .femto,
        ]
        #expect(ordered.map(\.rawValue) == Array(0...13))
    }

    @Test func `A mole has sixteen digits of molar mass, however it was made`() {
        let text = "mmol<180.1558800000541>"
        let glucose = HKUnit.moleUnit(with: .milli, molarMass: HKUnitMolarMassBloodGlucose)
        #expect(glucose.unitString == text)
        #expect(glucose == HKUnit(from: text))
        #expect(glucose == HKUnit(from: "mmol<180.15588000005408>"))
        #expect(HKUnit.moleUnit(withMolarMass: 18.0153).unitString == "mol<18.0153>")
        #expect(HKUnit(from: "mol<0.50>").unitString == "mol<0.5>")
        #expect(HKUnit(from: "mol<100.000>").unitString == "mol<100>")
        #expect(HKUnit(from: "mol<0.00025>").unitString == "mol<0.00025>")
    }
}
#endif
