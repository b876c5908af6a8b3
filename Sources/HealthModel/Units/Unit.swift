/// A unit of measurement, written in the grammar of HealthKit's unit strings.
///
/// Units are equal when they mean the same, however they are spelled: `mL` and `cm^3`, `Cal` and
/// `kcal`. `count`, `%` (a fraction: 0.5 is 50 %) and the empty text are all plain numbers. A file
/// that also imports Foundation has to write `HealthModel.Unit`.
package struct Unit: Sendable, CustomStringConvertible {
    /// What the unit says apart from its spelling.
    let meaning: UnitMeaning
    /// The text it was parsed from; parses again to an equal unit.
    package let description: String

    /// The longest text accepted, in UTF-8 bytes.
    package static let maximumLength = 128
    /// The deepest nesting of parentheses accepted.
    package static let maximumDepth = 8

    /// Parses a unit such as `mL/min·kg`, `kcal/(kg*hr)` or `mmol<180.1558800000541>/L`.
    ///
    /// Everything right of the one `/` is the denominator. Parsing is slow next to converting:
    /// keep units, or use a `UnitCache`.
    package init(parsing text: String) throws(UnitError) {
        meaning = try UnitParser<UnitMeaning>.parse(text)
        guard meaning.scale.doubleValue.isNormal else { throw UnitError(.outOfRange) }
        description = text
    }
}

extension Unit: Hashable {
    package static func == (left: Unit, right: Unit) -> Bool {
        left.meaning == right.meaning
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(meaning)
    }
}

extension Unit {
    /// Whether values can be converted between the units.
    package func isCompatible(with other: Unit) -> Bool {
        meaning.dimension == other.meaning.dimension
    }

    /// Prepares the conversion to another unit.
    ///
    /// Nil when the units are not compatible, or so far apart that no double holds their ratio.
    package func converter(to other: Unit) -> UnitConverter? {
        guard isCompatible(with: other) else { return nil }
        return UnitConverter(from: meaning, to: other.meaning)
    }

    /// Gives an amount in the base units: gram, metre, second, kelvin and the special ones.
    ///
    /// Equal amounts in compatible units have equal magnitudes, as far as doubles can say.
    package func magnitude(of value: Double) -> Double {
        let base = UnitMeaning(dimension: meaning.dimension, scale: .one)
        return UnitConverter(from: meaning, to: base)?.convert(value) ?? .nan
    }

    /// Converts one value.
    ///
    /// - Throws: `UnitError` with `incompatible` when the units measure different things, with
    ///   `outOfRange` when no double holds their ratio.
    package func convert(_ value: Double, to other: Unit) throws(UnitError) -> Double {
        guard isCompatible(with: other) else { throw UnitError(.incompatible) }
        guard let converter = converter(to: other) else { throw UnitError(.outOfRange) }
        return converter.convert(value)
    }
}
