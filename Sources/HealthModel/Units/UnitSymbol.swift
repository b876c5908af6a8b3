/// A symbol of HealthKit's unit strings and what it means.
struct UnitSymbol: Sendable {
    /// The unit of the bare symbol.
    let meaning: UnitMeaning
    /// Whether metric prefixes may stand before it.
    let takesPrefixes: Bool
}

extension UnitSymbol {
    /// Finds the meaning of a symbol, with or without a metric prefix; nil when unknown.
    ///
    /// Whole symbols go before prefixed ones: `min` is a minute, `Pa` a pascal, `cal` a calorie.
    static func meaning(of text: String) -> UnitMeaning? {
        if let symbol = all[text] { return symbol.meaning }
        for (prefix, power) in prefixes where text.hasPrefix(prefix) {
            let rest = String(text.dropFirst(prefix.count))
            guard let symbol = all[rest], symbol.takesPrefixes else { continue }
            return symbol.meaning.multiplied(by: .powerOfTen(power))
        }
        return nil
    }

    /// The mass of a mole of a substance, for `mol<grams-per-mole>` and its prefixed forms.
    ///
    /// - Returns: Nil when `text` is not a mole.
    static func meaning(of text: String, gramsPerMole: UnitScale) -> UnitMeaning? {
        guard let mole = meaning(of: text), mole.dimension == UnitDimension([.amount: 1]) else {
            return nil
        }
        return UnitMeaning(dimension: UnitDimension([.mass: 1]), scale: gramsPerMole)
            .multiplied(by: UnitMeaning(dimension: .none, scale: mole.scale))
    }

    /// Prefixes and their powers of ten, in HealthKit's spelling: micro is `mc`.
    private static let prefixes: [(String, Int)] = [
        ("f", -15), ("p", -12), ("n", -9), ("mc", -6), ("m", -3), ("c", -2), ("d", -1),
        ("da", 1), ("h", 2), ("k", 3), ("M", 6), ("G", 9), ("T", 12),
    ]

    private static let all = metric.merging(customary) { first, _ in first }

    /// Units that take metric prefixes.
    private static let metric: [String: UnitSymbol] = [
        "g": prefixable([.mass: 1]),
        "m": prefixable([.length: 1]),
        "L": prefixable(volume, 1, -3),
        "l": prefixable(volume, 1, -3),
        "s": prefixable([.time: 1]),
        "Hz": prefixable([.time: -1]),
        "Pa": prefixable(pressure, 1, 3),
        "J": prefixable(energy, 1, 3),
        "W": prefixable([.power: 1]),
        "V": prefixable([.electricPotential: 1]),
        "S": prefixable([.conductance: 1]),
        "K": prefixable([.temperature: 1]),
        "rad": prefixable([.angle: 1]),
        "lx": prefixable([.illuminance: 1]),
        "mol": prefixable([.amount: 1]),
    ]

    /// Units that stand alone; every factor is exact, in grams, metres, seconds and kelvins.
    private static let customary: [String: UnitSymbol] = [
        "oz": fixed([.mass: 1], 28_349_523_125, -9),
        "lb": fixed([.mass: 1], 45_359_237, -5),
        "st": fixed([.mass: 1], 635_029_318, -5),
        "in": fixed([.length: 1], 254, -4),
        "ft": fixed([.length: 1], 3048, -4),
        "yd": fixed([.length: 1], 9144, -4),
        "mi": fixed([.length: 1], 1_609_344, -3),
        "fl_oz_us": fixed(volume, 295_735_295_625, -16),
        "fl_oz_imp": fixed(volume, 284_130_625, -13),
        "pt_us": fixed(volume, 473_176_473, -12),
        "pt_imp": fixed(volume, 56_826_125, -11),
        "cup_us": fixed(volume, 2_365_882_365, -13),
        "cup_imp": fixed(volume, 284_130_625, -12),
        "mmHg": fixed(pressure, 133_322_387_415, -6),
        "cmAq": fixed(pressure, 980_665, -1),
        "atm": fixed(pressure, 101_325, 3),
        "inHg": fixed(pressure, 338_638_816, -2),
        "min": fixed([.time: 1], 60),
        "hr": fixed([.time: 1], 3600),
        "d": fixed([.time: 1], 86400),
        "cal": fixed(energy, 4184),
        "kcal": fixed(energy, 4184, 3),
        "Cal": fixed(energy, 4184, 3),
        "degC": thermometer(.one, zeroPoint: 27315),
        "degF": thermometer(UnitScale(5, over: 9), zeroPoint: 45967),
        "deg": symbol([.angle: 1], UnitScale(5, powerOfTen: -2, over: 9, halfTurns: 1)),
        "count": fixed([:]),
        "%": fixed([:]),
        "IU": fixed([.internationalUnit: 1]),
        "dBASPL": fixed([.soundPressureLevel: 1]),
        "dBHL": fixed([.hearingLevel: 1]),
        "D": fixed([.opticalPower: 1]),
        "pD": fixed([.prismPower: 1]),
        "appleEffortScore": fixed([.effortScore: 1]),
    ]

    private static let volume: Powers = [.length: 3]
    private static let pressure: Powers = [.mass: 1, .length: -1, .time: -2]
    private static let energy: Powers = [.mass: 1, .length: 2, .time: -2]
}

private typealias Powers = [UnitDimension.Base: Int8]

private func symbol(_ powers: Powers, _ scale: UnitScale, takesPrefixes: Bool = false) -> UnitSymbol
{
    let meaning = UnitMeaning(dimension: UnitDimension(powers), scale: scale)
    return UnitSymbol(meaning: meaning, takesPrefixes: takesPrefixes)
}

private func prefixable(_ powers: Powers, _ mantissa: UInt128 = 1, _ ten: Int = 0) -> UnitSymbol {
    symbol(powers, UnitScale(mantissa, powerOfTen: ten), takesPrefixes: true)
}

private func fixed(_ powers: Powers, _ mantissa: UInt128 = 1, _ ten: Int = 0) -> UnitSymbol {
    symbol(powers, UnitScale(mantissa, powerOfTen: ten))
}

private func thermometer(_ scale: UnitScale, zeroPoint: Int) -> UnitSymbol {
    let dimension = UnitDimension([.temperature: 1])
    let meaning = UnitMeaning(dimension: dimension, scale: scale, zeroPoint: zeroPoint)
    return UnitSymbol(meaning: meaning, takesPrefixes: false)
}
