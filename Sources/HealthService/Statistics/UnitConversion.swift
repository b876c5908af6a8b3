import HealthAPI
import HealthModel
import HealthStore

/// The unit an answer is given in.
struct UnitConversion {
    /// The unit's string: as asked for, else the type's canonical one; nil for a category type.
    let name: String?
    private let converter: UnitConverter?

    /// Reads the `unit` parameter.
    ///
    /// - Throws: `Problem` with `invalidUnit` or `unitMismatch`.
    init(_ parameters: QueryParameters, type: StatisticsType) throws {
        let text = parameters.text("unit")
        switch type {
        case .quantity(let type): try self.init(text, type)
        case .category:
            guard text == nil else {
                throw Problem(
                    .unitMismatch,
                    "Values of a category type have no unit; durations are in seconds.",
                    field: "unit"
                )
            }
            self.init(name: nil, converter: nil)
        }
    }

    private init(name: String?, converter: UnitConverter?) {
        self.name = name
        self.converter = converter
    }

    private init(_ text: String?, _ type: QuantityType) throws {
        guard let text else {
            self.init(name: type.canonicalUnit.description, converter: nil)
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
        self.init(name: text, converter: converter)
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
