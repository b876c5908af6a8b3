import HealthAPI
import HealthModel
import JSON

/// Reading of the values that samples are made of.
extension JSONValue {
    /// A member; nil where it is missing or null.
    func present(_ name: StaticString) -> JSONValue? {
        self[name].flatMap { $0.isNull ? nil : $0 }
    }

    /// A UUID.
    func identifier(_ field: String) throws(SampleRejection) -> SampleID {
        guard let text = utf8,
            let id = SampleID(buffer: text.bindMemory(to: UInt8.self))
        else {
            throw .invalid(field, "Must be a UUID of 36 characters.")
        }
        return id
    }

    /// A time.
    func time(_ field: String) throws(SampleRejection) -> ZonedInstant {
        guard let text = utf8,
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

    /// A finite number.
    func measured(_ field: String) throws(SampleRejection) -> Double {
        if isNumberOutOfRange {
            throw SampleRejection(.valueNotFinite, field, "The number is too large.")
        }
        guard let double else { throw .invalid(field, "Must be a number.") }
        return double
    }

    /// The seconds of a `duration`, at most as many as a sample may span.
    func duration(limits: ServiceLimits) throws(SampleRejection) -> Double {
        let seconds = try measured("duration")
        guard seconds >= 0 else {
            throw SampleRejection(.negativeValue, "duration", "A duration cannot be negative.")
        }
        guard seconds <= Double(limits.longestSpanInDays) * 86_400 else {
            throw .invalid("duration", "Longer than \(limits.longestSpanInDays) days.")
        }
        return seconds == 0 ? 0 : seconds
    }

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

    /// Insists on an object in which no member comes twice.
    func requireObject(_ field: String?) throws(SampleRejection) {
        guard kind == .object else {
            throw SampleRejection(.invalidField, field, "Must be an object.")
        }
        if duplicateKey() != nil {
            throw SampleRejection(.duplicateKey, field, "A member is given twice.")
        }
    }
}
