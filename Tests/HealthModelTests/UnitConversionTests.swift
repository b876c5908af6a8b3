import HealthModel
import TestSupport
import Testing

/// A unit, another one, and how many of the other it is.
private let factors: [(String, String, Double)] = [
    ("oz", "g", 28.349523125), ("lb", "g", 453.59237), ("st", "g", 6350.29318),
    ("in", "m", 0.0254), ("ft", "m", 0.3048), ("yd", "m", 0.9144), ("mi", "m", 1609.344),
    ("mmHg", "Pa", 133.322387415), ("cmAq", "Pa", 98.0665), ("atm", "Pa", 101_325),
    ("inHg", "Pa", 3386.38816), ("kcal", "J", 4184), ("Cal", "J", 4184),
    ("cal", "J", 4.184), ("fl_oz_us", "mL", 29.5735295625),
    ("fl_oz_imp", "mL", 28.4130625), ("pt_us", "mL", 473.176473),
    ("pt_imp", "mL", 568.26125), ("cup_us", "mL", 236.5882365),
    ("cup_imp", "mL", 284.130625), ("L", "m^3", 0.001), ("min", "s", 60),
    ("hr", "s", 3600), ("d", "s", 86400), ("lb", "oz", 16), ("mi", "ft", 5280),
    ("%", "count", 1), ("Hz", "count/min", 60),
    ("kg", "g", 1000), ("mcg", "g", 1e-6), ("fg", "g", 1e-15), ("pg", "g", 1e-12),
    ("ng", "g", 1e-9), ("mg", "g", 1e-3), ("cg", "g", 1e-2), ("dg", "g", 1e-1),
    ("dag", "g", 10), ("hg", "g", 100), ("Mg", "g", 1e6), ("Gg", "g", 1e9),
    ("Tg", "g", 1e12), ("kPa", "Pa", 1000),
    ("mcS", "S", 1e-6), ("mV", "V", 1e-3), ("kW", "W", 1000), ("klx", "lx", 1000),
    ("mrad", "rad", 1e-3), ("kHz", "Hz", 1000),
    ("mmol", "mol", 1e-3), ("mol<18.5>", "g", 18.5), ("mmol<18.5>", "g", 0.0185),
    ("mi/hr", "m/s", 0.44704),
    ("kcal/(kg*hr)", "cal/(g*hr)", 1), ("mK", "K", 1e-3),
]

/// The same for ratios that no decimal ends.
private let ratios: [(String, String, Double)] = [
    ("count/min", "count/s", 1.0 / 60), ("kJ", "kcal", 1 / 4.184), ("km/hr", "m/s", 1 / 3.6),
    ("mL/min·kg", "L/s·g", 1e-6 / 60), ("degF/s", "K/s", 5.0 / 9), ("deg", "rad", Double.pi / 180),
]

/// A value, its unit, another unit, and the value in it.
private let temperatures: [(Double, String, String, Double)] = [
    (0, "degC", "K", 273.15), (100, "degC", "degF", 212), (212, "degF", "degC", 100),
    (32, "degF", "degC", 0), (-40, "degF", "degC", -40), (-40, "degC", "degF", -40),
    (0, "K", "degC", -273.15), (0, "K", "degF", -459.67), (98.6, "degF", "degC", 37),
    (300, "K", "degC", 26.85), (37, "degC", "degF", 98.6), (300_000, "mK", "degC", 26.85),
    (36.6, "degC", "degC", 36.6), (-459.67, "degF", "K", 0),
]

@Suite("Unit conversion", .offPool)
struct UnitConversionTests {
    @Test(
        "Every factor is the exact one",
        arguments: factors + ratios
    )
    func factor(source: String, target: String, factor: Double) throws {
        let (source, target) = (try Unit(parsing: source), try Unit(parsing: target))
        #expect(try source.convert(1, to: target) == factor)
        let back = try target.convert(factor, to: source)
        #expect(abs(back - 1) < 4e-16)
    }

    @Test(
        "Values come out as a person would write them",
        arguments: [
            (187.0, "cm", "m", 1.87), (72.5, "kg", "g", 72500), (3.1, "mi", "m", 4988.9664),
            (97.5, "%", "count", 97.5), (60, "count/min", "count/s", 1), (350, "mg", "g", 0.35),
            (8, "fl_oz_us", "cup_us", 1), (4184, "kJ", "kcal", 1000), (90, "min", "hr", 1.5),
            (1609.344, "m", "mi", 1), (2, "L/min", "mL/min", 2000), (120, "mg/dL", "g/L", 1.2),
        ] as [(Double, String, String, Double)]
    )
    func value(value: Double, source: String, target: String, expected: Double) throws {
        #expect(try Unit(parsing: source).convert(value, to: Unit(parsing: target)) == expected)
    }

    @Test(
        "Thermometers shift their zero",
        arguments: temperatures
    )
    func temperature(value: Double, source: String, target: String, expected: Double) throws {
        let result = try Unit(parsing: source).convert(value, to: Unit(parsing: target))
        #expect(abs(result - expected) < 1e-12)
    }

    @Test("A temperature in a product is a difference")
    func temperatureDifference() throws {
        let kelvin = try Unit(parsing: "K/min")
        #expect(try Unit(parsing: "degC/min").convert(2, to: kelvin) == 2)
        #expect(try Unit(parsing: "degF/min").convert(9, to: kelvin) == 5)
        let square = try Unit(parsing: "degF^2").convert(81, to: Unit(parsing: "K^2"))
        #expect(square == 25)
    }

    @Test("Glucose goes from mass to substance and back")
    func glucose() throws {
        let mass = try Unit(parsing: "mg/dL")
        let substance = try Unit(parsing: "mmol<180.1558800000541>/L")
        #expect(try substance.convert(1, to: mass) == 18.01558800000541)
        #expect(try mass.convert(18.01558800000541, to: substance) == 1)
        #expect(try abs(mass.convert(99, to: substance) - 5.4952411) < 1e-6)
        let longer = try Unit(parsing: "mmol<180.15588000005408>/L")
        #expect(try abs(longer.convert(5.5, to: mass) - 99.08573400002974) < 1e-9)
        #expect(try !Unit(parsing: "mmol/L").isCompatible(with: mass))
    }

    @Test("A conversion to the same unit returns the bits it was given")
    func identity() throws {
        let values = [
            0.1, -0.0, 0, .infinity, .nan, Double(nan: 7, signaling: false), .leastNonzeroMagnitude,
            1e300,
        ]
        for text in ["kcal", "mg/dL", "degF", "%", "mmol<180.1558800000541>/L"] {
            let unit = try Unit(parsing: text)
            let converter = try #require(unit.converter(to: Unit(parsing: text)))
            #expect(converter.isIdentity)
            for value in values {
                #expect(converter.convert(value).bitPattern == value.bitPattern)
            }
        }
    }

    @Test(
        "Units of different kinds are not compatible",
        arguments: [
            ("m", "g"), ("m", "m^2"), ("W", "J/s"), ("kcal", "count"), ("IU", "count"),
            ("dBASPL", "dBHL"), ("dBASPL", "count"), ("appleEffortScore", "count"), ("D", "1/m"),
            ("pD", "D"), ("rad", "count"), ("mol", "g"), ("mol", "mol<18>"), ("S", "1/s"),
            ("Hz", "s"), ("lx", "count"), ("degC", "count"), ("V", "W"),
        ]
    )
    func incompatible(left: String, right: String) throws {
        let (left, right) = (try Unit(parsing: left), try Unit(parsing: right))
        #expect(!left.isCompatible(with: right))
        #expect(left.converter(to: right) == nil)
        let error = #expect(throws: UnitError.self) { try left.convert(1, to: right) }
        #expect(error?.code == .incompatible)
    }

    @Test("A ratio that no double holds is an error, not an infinity")
    func ratioOutOfRange() throws {
        let (large, small) = (try Unit(parsing: "(km/m)^99"), try Unit(parsing: "(m/km)^99"))
        #expect(large.isCompatible(with: small))
        for (left, right) in [(large, small), (small, large)] {
            #expect(left.converter(to: right) == nil)
            let error = #expect(throws: UnitError.self) { try left.convert(1, to: right) }
            #expect(error?.code == .outOfRange)
        }
    }

    @Test("A value that goes to any compatible unit and back stays itself to the last bits")
    func roundTrip() throws {
        let units = try [
            "g", "kg", "oz", "lb", "st", "mol<180.1558800000541>", "m", "mi", "yd", "in", "L",
            "fl_oz_us", "pt_imp", "mmHg", "inHg", "Pa", "kcal", "J", "cal", "min", "d", "degC",
            "degF", "K", "deg", "rad", "mi/hr", "km/hr", "m/s", "mg/dL", "lb/ft^3",
        ].map { try Unit(parsing: $0) }
        var generator = SeededGenerator(seed: 5)
        for left in units {
            for right in units where left.isCompatible(with: right) {
                let value = Double.random(in: 1...1000, using: &generator)
                let back = try right.convert(left.convert(value, to: right), to: left)
                #expect(abs(back - value) < 1e-12 * max(value, 100), "seed 5, \(left), \(right)")
            }
        }
    }
}
