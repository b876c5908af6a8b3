import HealthAPI
import HealthModel
import JSON

/// The metadata of a sample: what is stored, and what the server itself reads out of it.
struct SampleMetadata {
    /// The dictionary as JSON text, under the spelling of keys that HealthKit uses in exports.
    let json: [UInt8]
    /// Whether a person typed the sample in (`HKWasUserEntered`).
    private(set) var isUserEntered = false
    /// The zone it was recorded in (`HKTimeZone`), where that names one.
    private(set) var zone: Zone?
    /// `HKMetadataKeySyncIdentifier` as it stands in the body.
    private(set) var syncIdentifier: JSONValue?
    /// `HKMetadataKeySyncVersion` as it stands in the body.
    private(set) var syncVersion: JSONValue?

    /// Reads a sample's `metadata`; nil for none or an empty one.
    ///
    /// Values are text, finite numbers and truth values, as HealthKit allows; an importer writes
    /// dates and quantities as text.
    init?(_ value: JSONValue?, limit: Int) throws(SampleRejection) {
        guard let value else { return nil }
        try value.requireObject("metadata")
        guard value.count > 0 else { return nil }
        guard value.rawBytes.count <= limit else {
            throw SampleRejection(.metadataTooLarge, "metadata", "Larger than \(limit) bytes.")
        }
        var isCanonical = true
        for (key, value) in value.members {
            let name = key.string
            try Self.check(name, value)
            switch Catalogue.canonicalMetadataKey(name) {
            case "HKWasUserEntered": isUserEntered = value.isTrue
            case "HKTimeZone": zone = value.string.flatMap(Zone.init(identifier:))
            case "HKMetadataKeySyncIdentifier": syncIdentifier = value
            case "HKMetadataKeySyncVersion": syncVersion = value
            default: break
            }
            isCanonical = isCanonical && Catalogue.canonicalMetadataKey(name) == name
        }
        json = isCanonical ? Array(value.rawBytes) : try Self.rewritten(value)
    }

    private static func check(_ name: String, _ value: JSONValue) throws(SampleRejection) {
        let field = "metadata." + String(name.prefix(64))
        guard !name.isEmpty, !name.utf8.contains(0) else {
            throw .invalid("metadata", "A key is empty or contains a NUL character.")
        }
        switch value.kind {
        case .string where value.utf8?.contains(0) == true:
            throw .invalid(field, "Contains a NUL character.")
        case .number where value.isNumberOutOfRange:
            throw .invalid(field, "The number is too large.")
        case .number where !value.isStorableNumber:
            throw .invalid(field, "The number is too small or has too many digits.")
        case .string, .number, .boolean: return
        default: throw .invalid(field, "Must be text, a number, true or false.")
        }
    }

    /// Writes the dictionary with every key in its canonical spelling.
    private static func rewritten(_ value: JSONValue) throws(SampleRejection) -> [UInt8] {
        var writer = JSONWriter(capacity: value.rawBytes.count + 64)
        var seen: Set<String> = []
        writer.beginObject()
        for (key, value) in value.members {
            let name = Catalogue.canonicalMetadataKey(key.string)
            guard seen.insert(name).inserted else {
                throw SampleRejection(
                    .duplicateKey,
                    "metadata",
                    "Two spellings of one key are given."
                )
            }
            writer.key(name)
            writer.raw(value.rawBytes)
        }
        writer.endObject()
        return writer.bytes
    }
}

extension JSONValue {
    /// Whether the database keeps the number: it does so digit by digit, and a small number with
    /// an exponent has many.
    fileprivate var isStorableNumber: Bool {
        guard rawBytes.count <= 64, let double else { return false }
        let isZero = rawBytes.allSatisfy { "-0.".utf8.contains($0) }
        return isZero || double.magnitude >= 1e-300
    }

    /// Truth as devices and exports spell it: true, a number other than 0, "1", "true", "YES".
    fileprivate var isTrue: Bool {
        if let bool { return bool }
        if let double { return double != 0 }
        return ["1", "true", "yes"].contains(string?.lowercased())
    }
}
