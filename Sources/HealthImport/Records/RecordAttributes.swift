/// The attributes of a `Record`, in whatever order they came.
struct RecordAttributes {
    private(set) var type: RawText?
    private(set) var sourceName: RawText?
    private(set) var sourceVersion: RawText?
    private(set) var device: RawText?
    private(set) var unit: RawText?
    private(set) var creationDate: RawText?
    private(set) var startDate: RawText?
    private(set) var endDate: RawText?
    private(set) var value: RawText?
    /// The number of bytes in the longest of them.
    private(set) var longest = 0

    /// Sorts a tag's attributes; unknown ones are ignored.
    ///
    /// iOS 8 wrote `source` for what is `sourceName` since.
    init(_ tag: StartTag, _ words: Vocabulary) {
        var result = Self()
        tag.forEachAttribute { name, text in result.take(name, text, words) }
        self = result
    }

    private init() {}

    private mutating func take(_ name: InternedName, _ text: RawText, _ words: Vocabulary) {
        longest = max(longest, text.bytes.count)
        switch name {
        case words.type: type = text
        case words.sourceName: sourceName = text
        case words.source: sourceName = sourceName ?? text
        case words.sourceVersion: sourceVersion = text
        case words.device: device = text
        case words.unit: unit = text
        case words.creationDate: creationDate = text
        case words.startDate: startDate = text
        case words.endDate: endDate = text
        case words.value: value = text
        default: break
        }
    }
}
