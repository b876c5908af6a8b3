import HealthModel
import TestSupport
import Testing

@Suite("Unit strings", .offPool)
struct UnitParsingTests {
    @Test(
        "Different spellings of one meaning are equal",
        arguments: [
            ("", "count"), ("()", "count"), ("%", "count"), ("l", "L"), ("Cal", "kcal"),
            ("mL/min·kg", "ml/(kg*min)"), ("mL/min.kg", "mL/(min·kg)"),
            ("mL/min·kg", "kg^-1.ml/min"),
            ("1/s", "Hz"), ("count/s", "Hz"), ("count/min", "min^-1"), ("1/min", "count/min"),
            ("cm^3", "mL"), ("m^3", "kL"), ("(m/s)^2", "m^2/s^2"), ("m/(s/m)", "m^2/s"),
            ("J", "kg·m^2/s^2"), ("Pa", "kg/(m·s^2)"), ("kcal/(kg*hr)", "kcal/kg·hr"),
            ("kcal/hr·kg", "kcal/(kg.hr)"), ("mg/dL", "cg/L"), ("m^0", "count"), ("m^1", "m"),
            ("mcg", "g.%.mcm/m"), ("dam", "m·dam/m"), ("(m)", "m"), ("((m))", "m"),
            ("(degC)", "degC"), ("degC^1", "degC"), ("degC/s", "K/s"), ("degC·count", "K"),
            ("mmol<180.1558800000541>/L", "mol<180.1558800000541>/kL"), ("mol<18.0>", "mol<18>"),
            ("mg/dL", "mg·dL^-1"), ("ft·lb/min", "lb·ft/min"), ("d", "hr·(d/hr)"),
        ]
    )
    func equal(left: String, right: String) throws {
        let (left, right) = (try Unit(parsing: left), try Unit(parsing: right))
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(left.converter(to: right)?.isIdentity == true)
    }

    @Test(
        "Units of different size or kind differ",
        arguments: [
            ("m", "km"), ("Mg", "mg"), ("min", "m"), ("degC", "K"), ("degC", "degF"), ("S", "s"),
            ("pt_us", "pt_imp"), ("mol<18>", "mol<18.1>"), ("mol", "mol<1>"), ("kcal", "cal"),
            ("D", "d"), ("pD", "D"), ("dBASPL", "dBHL"), ("W", "J/s"), ("rad", "count"),
        ]
    )
    func different(left: String, right: String) throws {
        #expect(try Unit(parsing: left) != Unit(parsing: right))
    }

    @Test(
        "Text outside the grammar is malformed",
        arguments: [
            ("()·m", 1), ("m(m)", 1), ("(m)(m)", 3), ("mol<>", 4), ("ml/kg/min", 5), ("/s", 0),
            ("m^2^2", 3), ("m^", 2), ("m^-", 3), ("m^+2", 2), ("m^100", 4), ("m^2.5", 4), ("m/", 2),
            ("m·", 3), (".m", 0), ("m..s", 2), ("(m", 2), ("m)", 1), ("(", 1), (")", 0),
            ("(())", 2), ("()^2", 1), ("m/()", 3), (" m", 0), ("m ", 1), ("kg m", 2), ("1", 0),
            ("1/", 2), ("1.m", 0), ("2m", 0), ("m2", 1), ("1/s/s", 3), ("m\0", 1), ("m²", 1),
            ("mol<0>", 5), ("mol<0.0>", 7), ("mol<1.>", 6), ("mol<.5>", 4), ("mol<-5>", 4),
            ("mol<1e5>", 5), ("mol<1", 5), ("mol<1.2.3>", 7), ("mol<123456789012345678901>", 24),
            ("<5>", 0), ("µg", 0), ("💧", 0), ("mol<180.1>2", 10),
        ]
    )
    func malformed(text: String, position: Int) {
        let error = #expect(throws: UnitError.self) { try Unit(parsing: text) }
        #expect(error?.code == .malformed)
        #expect(error?.position == position)
    }

    @Test(
        "Symbols that HealthKit lacks are unknown",
        arguments: [
            ("percent", 0), ("km<123>", 0), ("count/minute", 6), ("kmi", 0), ("kmin", 0), ("k", 0),
            ("mc", 0), ("da", 0), ("kkg", 0), ("Kg", 0), ("bpm", 0), ("mIU", 0), ("KCAL", 0),
            ("m·x", 3), ("kkcal", 0), ("mdegC", 0), ("M", 0), ("%%", 0), ("_", 0), ("g<5>", 0),
        ]
    )
    func unknown(text: String, position: Int) {
        let error = #expect(throws: UnitError.self) { try Unit(parsing: text) }
        #expect(error?.code == .unknownSymbol)
        #expect(error?.position == position)
    }

    @Test("Length, nesting, powers and scales are bounded")
    func bounds() throws {
        func code(_ text: String) -> UnitError.Code? {
            do throws(UnitError) {
                _ = try Unit(parsing: text)
                return nil
            } catch {
                return error.code
            }
        }
        let fitting = Array(repeating: "%", count: 64).joined(separator: "*") + "^"
        #expect(code(fitting + "9") == .tooLong)
        #expect(code(String(fitting.dropLast())) == nil)
        #expect(code(String(repeating: "m", count: 1_000_000)) == .tooLong)
        #expect(
            code(String(repeating: "(", count: 8) + "m" + String(repeating: ")", count: 8)) == nil
        )
        #expect(
            code(String(repeating: "(", count: 9) + "m" + String(repeating: ")", count: 9))
                == .tooDeep
        )
        #expect(code(String(repeating: "(", count: 128)) == .tooDeep)
        #expect(code("m^60") == nil)
        #expect(code("m^61") == .outOfRange)
        #expect(code("(m^9)^9") == .outOfRange)
        #expect(code("((km/m)^99)^2") == .outOfRange)
        #expect(code("(((km/m)^99)^99)^99") == .outOfRange)
        #expect(code("((m/km)^99)^2") == .outOfRange)
        #expect(code("(lb/kg)^99") == .outOfRange)
        #expect(code("(rad/deg)^99") == .outOfRange)
    }

    @Test("An error says what and where, and repeats nothing of the text")
    func errorDescription() {
        let error = #expect(throws: UnitError.self) { try Unit(parsing: "m·secret") }
        #expect(error?.description == "the unit has an unknown symbol at byte 3")
    }

    @Test("Random text never traps, and what parses parses again to the same unit")
    func randomText() throws {
        let pieces = [
            "m", "g", "k", "da", "mol", "<", ">", "18.5", "(", ")", "^", "-", "2", "9", "/", "·",
            ".", "*", "1/", "degF", "lb", "fl_oz_us", "%", "count", "é", "\0", " ", "rad", "deg",
        ]
        var generator = SeededGenerator(seed: 4)
        var parsed = 0
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...12, using: &generator)
            let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }
                .joined()
            guard let unit = try? Unit(parsing: text) else { continue }
            parsed += 1
            #expect(try Unit(parsing: unit.description) == unit, "seed 4, \(text)")
        }
        #expect(parsed > 500)
    }

    @Test("A cache gives the same units and errors, full or not")
    func cache() throws {
        var cache = UnitCache(capacity: 2)
        for text in ["m", "kg", "m", "s", "hr", "m", "kg"] {
            #expect(try cache.unit(parsing: text) == Unit(parsing: text))
            #expect(try cache.unit(parsing: text).description == text)
        }
        #expect(throws: UnitError.self) { try cache.unit(parsing: "nonsense") }
        #expect(throws: UnitError.self) { try cache.unit(parsing: "nonsense") }
    }
}
