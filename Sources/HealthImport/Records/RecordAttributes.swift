/// The attributes of a `Record`, in whatever order they came.
struct RecordAttributes {
    /// The type's identifier.
    private(set) var type: RawText?
    /// The name of the app or device that recorded it.
    private(set) var sourceName: RawText?
    /// Its version at the time.
    private(set) var sourceVersion: RawText?
    /// The description of the hardware.
    private(set) var device: RawText?
    /// The unit of the value.
    private(set) var unit: RawText?
    /// When it was recorded.
    private(set) var creationDate: RawText?
    /// The first instant measured.
    private(set) var startDate: RawText?
    /// The first instant no longer measured.
    private(set) var endDate: RawText?
    /// The number, or the name of a category's value.
    private(set) var value: RawText?
    /// The number of bytes in the longest of them.
    private(set) var longest = 0

    /// Sorts a tag's attributes; unknown ones are ignored.
    ///
    /// iOS 8 wrote `source` for what is `sourceName` since.
    init(_ tag: StartTag) {
        var result = Self()
        tag.forEachAttribute { word, text in result.take(word, text) }
        self = result
    }

    private init() {}

    private mutating func take(_ word: Word, _ text: RawText) {
        longest = max(longest, text.bytes.count)
        switch word {
        case .type: type = text
        case .sourceName: sourceName = text
        case .source: sourceName = sourceName ?? text
        case .sourceVersion: sourceVersion = text
        case .device: device = text
        case .unit: unit = text
        case .creationDate: creationDate = text
        case .startDate: startDate = text
        case .endDate: endDate = text
        case .value: value = text
        default: break
        }
    }
}
