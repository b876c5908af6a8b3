/// What a unit says apart from its spelling: dimension, size and, for thermometers, zero point.
struct UnitMeaning: Hashable, Sendable {
    /// What is measured.
    var dimension: UnitDimension
    /// The size in base units: gram, metre, second, kelvin and the special ones.
    var scale: UnitScale
    /// Hundredths of the unit between absolute zero and the unit's own zero; 0 for most units.
    var zeroPoint = 0

    /// A plain number.
    static let count = UnitMeaning(dimension: .none, scale: .one)

    /// A power of ten, as metric prefixes stand for.
    static func powerOfTen(_ power: Int) -> UnitMeaning {
        UnitMeaning(dimension: .none, scale: UnitScale(1, powerOfTen: power))
    }

    /// The product; nil when it is out of range.
    ///
    /// In a product a temperature is a difference, so zero points are lost: the `degC` of
    /// `kcal/degC` is a kelvin.
    func multiplied(by other: UnitMeaning) -> UnitMeaning? {
        guard let dimension = dimension.multiplied(by: other.dimension),
            let scale = scale.multiplied(by: other.scale)
        else { return nil }
        return UnitMeaning(dimension: dimension, scale: scale)
    }

    /// The power; nil when it is out of range.
    ///
    /// The first power is the unit itself, zero point included.
    func raised(to power: Int) -> UnitMeaning? {
        if power == 1 { return self }
        guard let dimension = dimension.raised(to: power), let scale = scale.raised(to: power)
        else { return nil }
        return UnitMeaning(dimension: dimension, scale: scale)
    }
}
