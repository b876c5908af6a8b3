import HealthAPI
import HealthModel
import JSON

/// Converters from the units of a batch, each parsed once.
struct UnitConverters {
    private var known: [(typeID: Int16, unit: [UInt8], converter: UnitConverter)] = []

    /// A batch uses few units; a hostile one must not make the list long.
    private static let capacity = 64

    /// The converter from a unit as it is written to the canonical one of a type.
    mutating func converter(
        _ unit: JSONValue,
        to type: QuantityType
    ) throws(SampleRejection) -> UnitConverter {
        guard let text = unit.utf8 else { throw .invalid("unit", "Must be text.") }
        let match = known.first { $0.typeID == type.id && text.elementsEqual($0.unit) }
        if let match { return match.converter }
        let parsed: Unit
        do {
            parsed = try Unit(parsing: String(decoding: text, as: UTF8.self))
        } catch {
            throw SampleRejection(.invalidUnit, "unit", error.description)
        }
        guard let converter = parsed.converter(to: type.canonicalUnit) else {
            throw SampleRejection(
                .unitMismatch,
                "unit",
                "The unit cannot be converted to \(type.canonicalUnit.description)."
            )
        }
        if known.count < Self.capacity { known.append((type.id, Array(text), converter)) }
        return converter
    }
}
