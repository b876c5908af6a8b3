import HealthAPI
import HealthModel

/// The unit an answer is given in.
struct UnitConversion {
    /// The unit's string: as asked for, else the type's canonical one.
    let name: String
    private let converter: UnitConverter?

    /// Reads the `unit` parameter.
    ///
    /// - Throws: `Problem` with `invalidUnit` or `unitMismatch`.
    init(_ parameters: QueryParameters, type: QuantityType) throws {
        guard let text = parameters.text("unit") else {
            name = type.canonicalUnit.description
            converter = nil
            return
        }
        let unit: Unit
        do {
            unit = try Unit(parsing: text)
        } catch {
            throw Problem(.invalidUnit, error.description, field: "unit")
        }
        guard let converter = type.canonicalUnit.converter(to: unit) else {
            throw Problem(
                .unitMismatch,
                "The type is measured in \(type.canonicalUnit.description),"
                    + " which cannot be converted to this unit.",
                field: "unit"
            )
        }
        name = text
        self.converter = converter
    }

    /// A value in the canonical unit, in the unit of the answer.
    ///
    /// Nil stays nil, and so does a value that no double holds in that unit: JSON has no infinity.
    func convert(_ value: Double?) -> Double? {
        guard let value else { return nil }
        let converted = converter?.convert(value) ?? value
        return converted.isFinite ? converted : nil
    }
}
