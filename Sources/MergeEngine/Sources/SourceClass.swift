import HealthModel

/// The default standing of a source that nobody ranked (rule 2); better classes are smaller.
package enum SourceClass: Int, Sendable, CaseIterable, Comparable {
    /// Samples that a person typed in (`HKWasUserEntered`), from any source.
    case handTyped
    /// A watch.
    case watch
    /// A phone, or an iPod touch.
    case phone
    /// Anything else: apps, scales, sensors, what cannot be told.
    case other

    package static func < (left: SourceClass, right: SourceClass) -> Bool {
        left.rawValue < right.rawValue
    }

    /// Reads the class of a source's hardware off its identity.
    ///
    /// Product type, device model, hardware version and device name are asked in this order; the
    /// first that names a watch or a phone decides. A field is taken apart into runs of the letters
    /// A to Z in either case, so `Watch6,7` is the word "watch". A word that ends in "watch" names
    /// a watch; "phone", "iphone", "smartphone" and "ipod" name a phone; within one field a watch
    /// goes first. No field that says either: `other`.
    init(hardwareOf identity: SourceIdentity) {
        let fields = [
            identity.productType, identity.deviceModel, identity.deviceHardwareVersion,
            identity.deviceName,
        ]
        self = fields.lazy.compactMap { $0 }.compactMap(Self.hardware(namedBy:)).first ?? .other
    }

    private static func hardware(namedBy field: String) -> SourceClass? {
        let words = lowercasedWords(of: field)
        if words.contains(where: { $0.hasSuffix("watch") }) { return .watch }
        let phones: Set = ["phone", "iphone", "smartphone", "ipod"]
        return words.contains(where: phones.contains) ? .phone : nil
    }

    /// Splits by ASCII letters only: classes must not depend on a locale or a Unicode version.
    private static func lowercasedWords(of field: String) -> [String] {
        field.utf8.map { $0 | 0x20 }
            .split { !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
