import HealthModel

/// Reading of the device descriptions that exports print.
///
/// `<<HKDevice: 0x1197b0860>, name:iPhone, manufacturer:Apple, model:iPhone, hardware:iPhone7,2,
/// software:11.2.6>`: the number is a memory address, different from record to record, and dropped.
enum DeviceDescription {
    /// The part of a description that does not differ from record to record: what follows the
    /// address; nil when it is no description.
    static func stablePart(of bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        let isOpened = opening.withUTF8Buffer { bytes.starts(with: $0) }
        guard isOpened, bytes.last == UInt8(ascii: ">"),
            let close = bytes.firstIndex(of: UInt8(ascii: ">")), close + 1 < bytes.count
        else { return nil }
        return UnsafeBufferPointer(rebasing: bytes[(close + 1)..<(bytes.count - 1)])
    }

    /// Parses `, name:iPhone, model:iPhone`.
    ///
    /// Values hold commas (`iPhone7,2`), so a value ends only before `, key:` with a key that is
    /// known and was not there before. Names are kept with plain blanks and apostrophes, since they
    /// are part of what makes a source the same source. Empty values count as missing. Nil when
    /// there is no known key.
    static func parse(_ text: String) -> Device? {
        var fields: [Substring: Substring] = [:]
        var key: Substring?
        var valueStart = text.startIndex
        var position = text.startIndex
        while let separator = text[position...].range(ofPlain: ", ") {
            position = separator.upperBound
            guard let next = knownKey(text[position...]), fields[next] == nil, key != next else {
                continue
            }
            if let key { fields[key] = text[valueStart..<separator.lowerBound] }
            key = next
            valueStart = text.index(next.endIndex, offsetBy: 1)
            position = valueStart
        }
        guard let key else { return nil }
        fields[key] = text[valueStart...]
        return device(fields)
    }

    private static func device(_ fields: [Substring: Substring]) -> Device {
        func field(_ key: Substring) -> String? {
            fields[key].flatMap { $0.isEmpty ? nil : SourceName.folded(String($0)) }
        }
        return Device(
            name: field("name"),
            manufacturer: field("manufacturer"),
            model: field("model"),
            hardwareVersion: field("hardware"),
            firmwareVersion: field("firmware"),
            softwareVersion: field("software"),
            localIdentifier: field("localIdentifier"),
            udiDeviceIdentifier: field("UDIDeviceIdentifier")
        )
    }

    private static func knownKey(_ text: Substring) -> Substring? {
        guard let colon = text.prefix(longestKey + 1).firstIndex(of: ":") else { return nil }
        let key = text[..<colon]
        return keys.contains(key) ? key : nil
    }

    private static let opening: StaticString = "<<HKDevice: "
    private static let keys: Set<Substring> = [
        "name", "manufacturer", "model", "hardware", "firmware", "software", "localIdentifier",
        "UDIDeviceIdentifier", "creation date",
    ]
    private static let longestKey = 19
}

extension Substring {
    /// The first place of an ASCII text.
    fileprivate func range(ofPlain needle: StaticString) -> Range<Index>? {
        needle.withUTF8Buffer { wanted in
            var start = utf8.startIndex
            while start < utf8.endIndex {
                if utf8[start...].starts(with: wanted) {
                    return start..<utf8.index(start, offsetBy: wanted.count)
                }
                utf8.formIndex(after: &start)
            }
            return nil
        }
    }
}
