import HealthAPI
import HealthModel
import JSON

/// The members of a sample on the wire, each noted where it stands; members of other names are
/// ignored.
///
/// Members that only some kinds of samples have are looked up when such a sample comes.
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
    private let object: JSONValue

    /// Sorts the members of an object; null stands for a member that is not there.
    init(_ object: JSONValue) throws(SampleRejection) {
        guard object.kind == .object else {
            throw .invalid("samples", "A sample must be an object.")
        }
        if object.duplicateKey() != nil {
            throw SampleRejection(.duplicateKey, nil, "A member is given twice.")
        }
        self.object = object
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

    /// A member that only some kinds of samples have; nil where it is missing or null.
    func member(_ name: StaticString) -> JSONValue? { object.present(name) }

    /// The type of the sample.
    func sampleType() throws(SampleRejection) -> SampleType {
        guard let type else { throw .missing("type") }
        guard let name = type.utf8 else { throw .invalid("type", "Must be text.") }
        guard let type = Catalogue.sampleType(utf8: name) else {
            throw SampleRejection(.unknownType, "type", "There is no such type.")
        }
        return type
    }

    /// The sample's own identifier, if it has one.
    func identifier() throws(SampleRejection) -> SampleID? {
        guard let uuid else { return nil }
        return try uuid.identifier("uuid")
    }

    /// A required time.
    func time(_ value: JSONValue?, _ field: String) throws(SampleRejection) -> ZonedInstant {
        guard let value else { throw .missing(field) }
        return try value.time(field)
    }
}
