/// The symbols that a unit is made of, each with its power: `kcal/(kg*hr)` is kcal, kg^-1, hr^-1.
///
/// Unlike `Unit`, which knows what a text means, this keeps how it was put together: `mL` and
/// `cm^3` differ. What has two spellings has one here: a litre is `L`, and a mass of a mole has at
/// most sixteen digits, as HealthKit prints it.
package struct UnitFactors: Hashable, Sendable {
    /// The power of each symbol; none of them is zero.
    package private(set) var powers: [String: Int]

    /// Parses a text in the grammar that `Unit` has.
    ///
    /// - Throws: `UnitError` for what is no unit, or one whose powers are out of range.
    package init(parsing text: String) throws(UnitError) {
        self = try UnitParser<UnitFactors>.parse(text)
    }

    private init(powers: [String: Int]) {
        self.powers = powers.filter { $0.value != 0 }
    }

    /// The unit without any factor.
    package static let one = UnitFactors(powers: [:])

    /// The product; nil when a power grows beyond the largest kept.
    package func multiplied(by other: UnitFactors) -> UnitFactors? {
        let product = UnitFactors(powers: powers.merging(other.powers, uniquingKeysWith: +))
        return product.isInRange ? product : nil
    }

    /// The power; nil when one of the symbols' grows beyond the largest kept.
    package func raised(to power: Int) -> UnitFactors? {
        guard abs(power) <= UnitDimension.maximumExponent else { return nil }
        let result = UnitFactors(powers: powers.mapValues { $0 * power })
        return result.isInRange ? result : nil
    }

    private var isInRange: Bool {
        powers.values.allSatisfy { abs($0) <= UnitDimension.maximumExponent }
    }
}

extension UnitFactors: UnitAlgebra {
    static func symbol(_ name: String) -> UnitFactors? {
        guard UnitSymbol.meaning(of: name) != nil else { return nil }
        // The only symbol that HealthKit reads in two spellings.
        let isLitre = name.last == "l" && UnitSymbol.isLitre(name)
        return UnitFactors(powers: [isLitre ? String(name.dropLast()) + "L" : name: 1])
    }

    static func mole(_ name: String, _ mass: MolarMass) -> UnitFactors? {
        guard UnitSymbol.meaning(of: name, gramsPerMole: .one) != nil else { return nil }
        return UnitFactors(powers: [name + "<" + mass.spelled(digits: 16) + ">": 1])
    }
}

extension UnitFactors: CustomStringConvertible {
    /// The unit in one spelling that parses again: `count/min`, `m^2`, `kcal/hr·kg`, `1/s`, `()`.
    ///
    /// Of several factors on one side, times come first and the others in alphabetical order: so
    /// exports print `mL/min·kg` and `kcal/hr·kg`, which is all that is known of HealthKit's order.
    package var description: String {
        if powers.isEmpty { return "()" }
        let above = Self.product(powers.filter { $0.value > 0 })
        let below = Self.product(powers.filter { $0.value < 0 })
        return (above.isEmpty ? "1" : above) + (below.isEmpty ? "" : "/" + below)
    }

    private static func product(_ powers: [String: Int]) -> String {
        let names = powers.keys.sorted { left, right in
            let (isLeftTime, isRightTime) = (UnitSymbol.isTime(left), UnitSymbol.isTime(right))
            return isLeftTime == isRightTime ? left < right : isLeftTime
        }
        let factors = names.map { name in
            let power = abs(powers[name] ?? 1)
            return power == 1 ? name : "\(name)^\(power)"
        }
        return factors.joined(separator: "·")
    }
}

extension UnitSymbol {
    /// Whether a symbol is a litre, with or without a prefix.
    fileprivate static func isLitre(_ name: String) -> Bool {
        meaning(of: name)?.dimension == UnitDimension([.length: 3])
    }

    /// Whether a symbol is a length of time.
    fileprivate static func isTime(_ name: String) -> Bool {
        meaning(of: name)?.dimension == UnitDimension([.time: 1])
    }
}

extension MolarMass {
    /// The decimal text, rounded to so many digits and without zeros at its end.
    fileprivate func spelled(digits: Int) -> String {
        var (mantissa, decimals) = (mantissa, decimals)
        while decimals > 0, mantissa.isMultiple(of: 10) || String(mantissa).count > digits {
            let isHalf = mantissa % 10 >= 5
            mantissa = mantissa / 10 + (isHalf ? 1 : 0)
            decimals -= 1
        }
        let text = String(mantissa)
        guard decimals > 0 else { return text }
        let padded = String(repeating: "0", count: max(0, decimals + 1 - text.count)) + text
        return String(padded.dropLast(decimals)) + "." + String(padded.suffix(decimals))
    }
}
