import HealthAPI
import HealthModel
import JSON

/// The members of a sample on the wire, each noted where it stands; members of other names are
/// ignored.
struct SampleFields {
    var uuid: JSONValue?
    var type: JSONValue?
    var start: JSONValue?
    var end: JSONValue?
    var value: JSONValue?
    var unit: JSONValue?
    var created: JSONValue?
    var source: JSONValue?
    var device: JSONValue?
    var metadata: JSONValue?

    /// Sorts the members of an object; null stands for a member that is not there.
    init(_ object: JSONValue) throws(SampleRejection) {
        guard object.kind == .object else {
            throw .invalid("samples", "A sample must be an object.")
        }
        if object.duplicateKey() != nil {
            throw SampleRejection(.duplicateKey, nil, "A member is given twice.")
        }
        for (key, value) in object.members where !value.isNull {
            switch key {
            case "uuid": uuid = value
            case "type": type = value
            case "start": start = value
            case "end": end = value
            case "value": self.value = value
            case "unit": unit = value
            case "created": created = value
            case "source": source = value
            case "device": device = value
            case "metadata": metadata = value
            default: break
            }
        }
    }

    /// The quantity type of the sample.
    func quantityType() throws(SampleRejection) -> QuantityType {
        guard let type else { throw .missing("type") }
        guard let name = type.utf8 else { throw .invalid("type", "Must be text.") }
        if let quantity = Catalogue.quantityType(utf8: name) { return quantity }
        guard Catalogue.sampleType(String(decoding: name, as: UTF8.self)) != nil else {
            throw SampleRejection(.unknownType, "type", "There is no such type.")
        }
        throw SampleRejection(
            .unsupportedType,
            "type",
            "Category types are known but not stored by this version."
        )
    }

    /// The sample's own identifier, if it has one.
    func identifier() throws(SampleRejection) -> SampleID? {
        guard let uuid else { return nil }
        guard let text = uuid.utf8, let id = SampleID(parsing: text) else {
            throw .invalid("uuid", "Must be a UUID of 36 characters.")
        }
        return id
    }

    /// A required time.
    func time(_ value: JSONValue?, _ field: String) throws(SampleRejection) -> ZonedInstant {
        guard let value else { throw .missing(field) }
        guard let text = value.utf8,
            let time = RFC3339.parse(buffer: text.bindMemory(to: UInt8.self)),
            Instant.supported.contains(time.instant)
        else {
            throw .invalid(
                field,
                "Must be an RFC 3339 time with an offset, such as 2026-11-30T08:00:00+01:00."
            )
        }
        return time
    }

    /// The measured number.
    func number() throws(SampleRejection) -> Double {
        guard let value else { throw .missing("value") }
        if value.isNumberOutOfRange {
            throw SampleRejection(.valueNotFinite, "value", "The number is too large.")
        }
        guard let number = value.double else { throw .invalid("value", "Must be a number.") }
        return number
    }
}

extension JSONValue {
    /// The text of a value that the database can hold: no NUL, not longer than `limit` bytes.
    func text(_ field: String, limit: Int) throws(SampleRejection) -> String {
        guard let bytes = utf8 else { throw .invalid(field, "Must be text.") }
        guard bytes.count <= limit else {
            throw .invalid(field, "Longer than \(limit) bytes.")
        }
        guard !bytes.contains(0) else { throw .invalid(field, "Contains a NUL character.") }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The same for a member that may be missing, null or empty.
    func optionalText(
        _ name: String,
        in parent: String,
        limit: Int
    ) throws(SampleRejection) -> String? {
        guard let value = self[name], !value.isNull else { return nil }
        let text = try value.text("\(parent).\(name)", limit: limit)
        return text.isEmpty ? nil : text
    }
}
