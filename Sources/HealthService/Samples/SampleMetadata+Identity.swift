import HealthModel
import JSON

extension SampleMetadata {
    /// The content of a sample's metadata, independent of order and spelling; empty for none.
    ///
    /// Encoders of dictionaries print keys in another order each time: a retry must not become
    /// another sample by that.
    ///
    /// - Parameter beyond: The bytes of what a sample holds beside its value; nil for kinds
    ///   that hold nothing.
    static func identity(of value: JSONValue?, beyond: [UInt8]?) -> [UInt8] {
        guard let beyond else { return identity(of: value) }
        return identity(of: value).withLength + beyond
    }

    private static func identity(of value: JSONValue?) -> [UInt8] {
        guard let value, value.kind == .object else { return [] }
        let members = value.members.map { key, value in
            (name: Array(Catalogue.canonicalMetadataKey(key.string).utf8), value: value.content)
        }
        return members.sorted { $0.name.lexicographicallyPrecedes($1.name) }
            .flatMap { $0.name.withLength + $0.value.withLength }
    }

    /// Writes a checked dictionary as a part of a larger sample: keys in their canonical spelling
    /// and in order, so that equal dictionaries have equal bytes.
    ///
    /// Numbers keep to a size at which the database prints them as short as they came.
    static func writeCanonical(
        _ value: JSONValue,
        to writer: inout JSONWriter
    ) throws(SampleRejection) {
        var members: [(name: String, value: JSONValue)] = []
        for (key, value) in value.members {
            members.append((Catalogue.canonicalMetadataKey(key.string), value))
        }
        writer.beginObject()
        for (name, value) in members.sorted(by: { $0.name < $1.name }) {
            writer.key(name)
            if let text = value.string {
                writer.string(text)
            } else if let bool = value.bool {
                writer.boolean(bool)
            } else {
                writer.number(try value.shortNumber("metadata." + String(name.prefix(64))))
            }
        }
        writer.endObject()
    }
}

extension JSONValue {
    /// A kind and bytes that are equal for equal values.
    fileprivate var content: [UInt8] {
        if let utf8 { return [1] + Array(utf8) }
        if let double {
            return [2] + withUnsafeBytes(of: double.bitPattern.bigEndian) { Array($0) }
        }
        return [3, bool == true ? 1 : 0]
    }
}

extension JSONValue {
    /// A number of at most some 30 digits when it is written without an exponent.
    fileprivate func shortNumber(_ field: String) throws(SampleRejection) -> Double {
        guard let double, double == 0 || (1e-12..<1e15).contains(double.magnitude) else {
            throw .invalid(field, "The number is too small or too large.")
        }
        return double == 0 ? 0 : double
    }
}

extension [UInt8] {
    /// The bytes behind their count, which keeps ("ab", "c") apart from ("a", "bc").
    fileprivate var withLength: [UInt8] {
        Swift.withUnsafeBytes(of: UInt32(count).bigEndian) { Array($0) } + self
    }
}
