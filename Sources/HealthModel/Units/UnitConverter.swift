/// Converts values of one unit to another; made once and applied to each sample.
package struct UnitConverter: Hashable, Sendable {
    /// Whether values come back as they are, bit for bit.
    package let isIdentity: Bool
    private var before = 0.0
    private var multiplier = 1.0
    private var divisor = 1.0
    private var after = 0.0

    /// Prepares a conversion between units of one dimension; nil when the ratio is out of range.
    ///
    /// One multiplication or one division is enough, and of the two the one is taken whose number
    /// is exact in binary or else in decimal: miles times 1609.344 are metres, centimetres divided
    /// by 100 are metres. Zero points are whole hundredths, so that 212 degF are exactly 100 degC.
    init?(from source: UnitMeaning, to target: UnitMeaning) {
        isIdentity = source == target
        guard let ratio = source.scale.multiplied(by: target.scale.inverse) else { return nil }
        let (sourceZero, targetZero) = (Double(source.zeroPoint), Double(target.zeroPoint))
        if Self.prefersDivision(ratio) {
            divisor = ratio.inverse.doubleValue
            before = (sourceZero - targetZero * divisor) / 100
        } else {
            multiplier = ratio.doubleValue
            after = (sourceZero * multiplier - targetZero) / 100
        }
        guard multiplier.isNormal, divisor.isNormal else { return nil }
    }

    /// Converts a value; infinities and NaN pass through.
    package func convert(_ value: Double) -> Double {
        isIdentity ? value : (value + before) * multiplier / divisor + after
    }

    private static func prefersDivision(_ ratio: UnitScale) -> Bool {
        let inverse = ratio.inverse
        if ratio.isFiniteBinary { return false }
        if inverse.isFiniteBinary { return true }
        return !ratio.isFiniteDecimal && inverse.isFiniteDecimal
    }
}
