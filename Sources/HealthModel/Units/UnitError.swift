/// Why a text is not a unit, or why a value cannot be converted.
///
/// The description repeats nothing of the text, so it may be shown and logged.
package struct UnitError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong.
    package enum Code: String, Sendable {
        /// The text breaks the grammar.
        case malformed
        /// A symbol is not one of HealthKit's.
        case unknownSymbol
        /// The text is longer than `Unit.maximumLength`.
        case tooLong
        /// Parentheses are nested deeper than `Unit.maximumDepth`.
        case tooDeep
        /// A power or a scale is too large or too small to compute with.
        case outOfRange
        /// The units measure different things.
        case incompatible
    }

    /// What went wrong.
    package let code: Code
    /// The offset of the offending byte in the UTF-8 text, where there is one.
    package let position: Int?

    /// Makes an error.
    init(_ code: Code, at position: Int? = nil) {
        self.code = code
        self.position = position
    }

    package var description: String {
        let place = position.map { " at byte \($0)" } ?? ""
        return switch code {
        case .malformed: "the unit is malformed\(place)"
        case .unknownSymbol: "the unit has an unknown symbol\(place)"
        case .tooLong: "the unit is longer than \(Unit.maximumLength) bytes"
        case .tooDeep: "the unit is nested deeper than \(Unit.maximumDepth) parentheses"
        case .outOfRange: "the unit has a power or a scale out of range"
        case .incompatible: "the units measure different things"
        }
    }
}
