import HealthModel

/// Reads the metadata of samples and of their parts.
struct MetadataReader {
    /// Keys that came twice in one dictionary.
    private(set) var repeatedKeys = 0
    private let limits: ReaderLimits
    private var keys = RecentValues<String>()

    /// Makes a reader that knows no keys yet.
    init(limits: ReaderLimits) {
        self.limits = limits
    }

    /// Adds an entry; of a key that comes twice the last value counts.
    ///
    /// - Parameter totalBytes: What the sample has of metadata, in all of its parts.
    /// - Returns: Why the sample has to be given up, if it has to.
    mutating func add(
        _ tag: StartTag,
        to metadata: inout [String: MetadataValue],
        totalBytes: inout Int
    ) -> SkipReason? {
        guard let key = tag.attribute(.key), let value = tag.attribute(.value) else { return nil }
        guard max(key.bytes.count, value.bytes.count) <= limits.attributeBytes else {
            return .oversizedAttribute
        }
        totalBytes += key.bytes.count + value.bytes.count
        guard totalBytes <= limits.metadataBytes else { return .tooMuchMetadata }
        let name = keys.value(for: key.bytes) { RawText(bytes: $0).string }
        if metadata.updateValue(Self.value(value.string, for: name), forKey: name) != nil {
            repeatedKeys += 1
        }
        return metadata.count > limits.metadataEntries ? .tooMuchMetadata : nil
    }

    /// Keeps text as text, but for the one key that the merge asks about as a truth value.
    private static func value(_ text: String, for key: String) -> MetadataValue {
        guard key == "HKWasUserEntered" else { return .string(text) }
        return switch text {
        case "1": .boolean(true)
        case "0": .boolean(false)
        default: .string(text)
        }
    }
}
