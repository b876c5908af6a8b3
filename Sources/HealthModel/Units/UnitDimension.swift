/// What a unit measures: an exponent for each base dimension, all zero for a plain number.
struct UnitDimension: Hashable, Sendable {
    /// What is not expressed through anything else, as HealthKit sees it.
    ///
    /// Physics would derive power from energy, and conductance from power and potential. HealthKit
    /// does not: its `W` and `J/s` are not compatible, so they are not here either.
    enum Base: Int, CaseIterable {
        case mass
        case length
        case time
        case temperature
        case amount
        case electricPotential
        case conductance
        case power
        case angle
        case illuminance
        case soundPressureLevel
        case hearingLevel
        case internationalUnit
        case opticalPower
        case prismPower
        case effortScore
    }

    /// Exponents by `Base.rawValue`.
    private var exponents = SIMD16<Int8>()

    /// The largest exponent kept, in either direction; far beyond what a unit in use needs.
    static let maximumExponent = 60

    /// The dimension of plain numbers.
    static let none = UnitDimension()

    /// Makes a dimension from exponents of base dimensions.
    init(_ powers: [Base: Int8] = [:]) {
        for (base, power) in powers { exponents[base.rawValue] = power }
    }

    /// Adds exponents; nil when one grows beyond the largest kept.
    func multiplied(by other: UnitDimension) -> UnitDimension? {
        combined(with: other) { $0 + $1 }
    }

    /// Multiplies every exponent by a power; nil when one grows beyond the largest kept.
    func raised(to power: Int) -> UnitDimension? {
        combined(with: self) { exponent, _ in exponent * power }
    }

    private func combined(
        with other: UnitDimension,
        by operation: (Int, Int) -> Int
    ) -> UnitDimension? {
        var result = UnitDimension()
        for index in exponents.indices {
            let exponent = operation(Int(exponents[index]), Int(other.exponents[index]))
            guard abs(exponent) <= Self.maximumExponent else { return nil }
            result.exponents[index] = Int8(exponent)
        }
        return result
    }
}
