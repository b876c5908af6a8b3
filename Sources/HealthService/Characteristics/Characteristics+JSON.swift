import HealthAPI
import HealthModel
import HealthStore
import JSON

/// Characteristics as the wire has them: a member for each type, under its short name.
extension Characteristics {
    /// Reads the members of a body; what is left out or null is not set.
    ///
    /// Members of other names are refused: since what is left out is not set, a misspelt one would
    /// take a value away unnoticed.
    ///
    /// - Throws: `Problem` with `invalidRequest` and the member's name.
    init(_ root: JSONValue, latestBirth: CivilDate) throws {
        self.init()
        for (key, value) in root.members {
            let name = key.string
            guard let type = Catalogue.characteristicType(name), type.shortName == name else {
                throw Problem(
                    .invalidRequest,
                    "There is no such characteristic.",
                    field: String(name.prefix(64))
                )
            }
            self[type] = try Self.value(value, of: type, latestBirth: latestBirth)
        }
    }

    private static func value(
        _ json: JSONValue,
        of type: CharacteristicType,
        latestBirth: CivilDate
    ) throws -> CharacteristicValue {
        if json.isNull { return .notSet }
        let value =
            json.string.flatMap(type.value(named:))
            ?? json.int.flatMap { Int(exactly: $0) }.flatMap(type.value(rawValue:))
        guard let value else {
            let detail =
                type.isDate
                ? "Must be a date such as 1984-05-17, or null."
                : "Must be one of the values of \(type.enumeration?.name ?? ""), or null."
            throw Problem(.invalidRequest, detail, field: type.shortName)
        }
        if case .date(let date) = value {
            guard (HealthStore.earliestBirth...latestBirth).contains(date) else {
                throw Problem(
                    .invalidRequest,
                    "The date must not lie before \(HealthStore.earliestBirth) or in the future.",
                    field: type.shortName
                )
            }
        }
        return value
    }

    /// The answer: every characteristic, by name; `notSet`, or null for a date, where not set.
    func json() -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        for type in Catalogue.characteristicTypes {
            writer.key(type.shortName)
            if let text = type.text(of: self[type]) {
                writer.string(text)
            } else {
                writer.null()
            }
        }
        writer.endObject()
        return writer.bytes
    }
}
