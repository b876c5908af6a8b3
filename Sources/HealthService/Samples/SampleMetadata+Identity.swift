import HealthModel
import JSON

extension SampleMetadata {
    /// The content of a sample's metadata, independent of order and spelling; empty for none.
    ///
    /// Encoders of dictionaries print keys in another order each time: a retry must not become
    /// another sample by that.
    static func identity(of value: JSONValue?) -> [UInt8] {
        guard let value, value.kind == .object else { return [] }
        let members = value.members.map { key, value in
            (name: Array(Catalogue.canonicalMetadataKey(key.string).utf8), value: value.content)
        }
        return members.sorted { $0.name.lexicographicallyPrecedes($1.name) }
            .flatMap { $0.name.withLength + $0.value.withLength }
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

extension [UInt8] {
    /// The bytes behind their count, which keeps ("ab", "c") apart from ("a", "bc").
    fileprivate var withLength: [UInt8] {
        Swift.withUnsafeBytes(of: UInt32(count).bigEndian) { Array($0) } + self
    }
}
