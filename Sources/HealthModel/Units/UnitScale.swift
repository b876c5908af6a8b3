/// The size of a unit in base units, kept exactly.
///
/// The value is `numerator / denominator * 2^twos * 5^fives * pi^halfTurns`, where numerator and
/// denominator are coprime to each other and to ten. That form is unique, so units that mean the
/// same are equal however they were spelled, which products of doubles would not give.
struct UnitScale: Hashable, Sendable {
    private var numerator: UInt128 = 1
    private var denominator: UInt128 = 1
    private var twos = 0
    private var fives = 0
    private var halfTurns = 0

    /// Exponents of two and five beyond this leave the range of a double anyway.
    private static let maximumExponent = 2000

    /// The scale of a base unit.
    static let one = UnitScale()

    private init() {}

    /// Makes `mantissa * 10^power * pi^halfTurns / denominator`.
    ///
    /// The mantissa is not zero; the denominator shares no factor with it or with ten.
    init(
        _ mantissa: UInt128,
        powerOfTen power: Int = 0,
        over denominator: UInt128 = 1,
        halfTurns: Int = 0
    ) {
        numerator = mantissa
        self.denominator = denominator
        self.halfTurns = halfTurns
        twos = power
        fives = power
        twos += Self.removeFactors(of: 2, from: &numerator)
        fives += Self.removeFactors(of: 5, from: &numerator)
    }

    private static func removeFactors(of prime: UInt128, from number: inout UInt128) -> Int {
        var count = 0
        while number.isMultiple(of: prime) {
            number /= prime
            count += 1
        }
        return count
    }
}

extension UnitScale {
    /// One divided by this scale.
    var inverse: UnitScale {
        var result = self
        (result.numerator, result.denominator) = (denominator, numerator)
        result.twos = -twos
        result.fives = -fives
        result.halfTurns = -halfTurns
        return result
    }

    /// The product; nil when it cannot be kept exactly.
    func multiplied(by other: UnitScale) -> UnitScale? {
        let first = Self.greatestCommonDivisor(numerator, other.denominator)
        let second = Self.greatestCommonDivisor(other.numerator, denominator)
        let above = (numerator / first).multipliedReportingOverflow(by: other.numerator / second)
        let below = (denominator / second)
            .multipliedReportingOverflow(by: other.denominator / first)
        var result = self
        result.numerator = above.partialValue
        result.denominator = below.partialValue
        result.twos += other.twos
        result.fives += other.fives
        result.halfTurns += other.halfTurns
        let isKept =
            !above.overflow && !below.overflow && abs(result.twos) <= Self.maximumExponent
            && abs(result.fives) <= Self.maximumExponent && abs(result.halfTurns) <= 100
        return isKept ? result : nil
    }

    /// The power; nil when it cannot be kept exactly.
    ///
    /// - Complexity: O(|power|).
    func raised(to power: Int) -> UnitScale? {
        let base = power < 0 ? inverse : self
        var result = UnitScale.one
        for _ in 0..<abs(power) {
            guard let product = result.multiplied(by: base) else { return nil }
            result = product
        }
        return result
    }

    private static func greatestCommonDivisor(_ left: UInt128, _ right: UInt128) -> UInt128 {
        var (left, right) = (left, right)
        while right != 0 { (left, right) = (right, left % right) }
        return left
    }
}

extension UnitScale {
    /// The nearest double, correctly rounded where the scale is a finite decimal.
    ///
    /// Reading decimal text rounds once, and the power of two is applied without any rounding.
    var doubleValue: Double {
        let decimal = Double("\(numerator)e\(fives)") ?? .nan
        var value = decimal * Double(sign: .plus, exponent: twos - fives, significand: 1)
        if denominator != 1 { value /= Double(denominator) }
        for _ in 0..<abs(halfTurns) { value = halfTurns > 0 ? value * .pi : value / .pi }
        return value
    }

    /// Whether the scale has finitely many decimals.
    var isFiniteDecimal: Bool { denominator == 1 && halfTurns == 0 }

    /// Whether the scale has finitely many binary digits.
    var isFiniteBinary: Bool { isFiniteDecimal && fives >= 0 }
}
