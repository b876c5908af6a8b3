/// What the parser of unit strings computes with.
protocol UnitAlgebra {
    /// The unit of plain numbers, which an empty text stands for.
    static var one: Self { get }

    /// The unit of a symbol, with or without a metric prefix; nil when there is none.
    static func symbol(_ name: String) -> Self?

    /// The mass of a mole, with or without a metric prefix; nil when `name` is not a mole.
    static func mole(_ name: String, _ mass: MolarMass) -> Self?

    /// The product; nil when it is out of range.
    func multiplied(by other: Self) -> Self?

    /// The power; nil when it is out of range.
    func raised(to power: Int) -> Self?
}

/// The grams of a mole as a unit string writes them: `mantissa` with so many decimals.
struct MolarMass {
    /// The digits, without the decimal point; not zero.
    let mantissa: UInt128
    /// How many of the digits stand behind the decimal point.
    let decimals: Int
}

extension UnitMeaning: UnitAlgebra {
    static let one = UnitMeaning.count

    static func symbol(_ name: String) -> UnitMeaning? {
        UnitSymbol.meaning(of: name)
    }

    static func mole(_ name: String, _ mass: MolarMass) -> UnitMeaning? {
        let grams = UnitScale(mass.mantissa, powerOfTen: -mass.decimals)
        return UnitSymbol.meaning(of: name, gramsPerMole: grams)
    }
}
