/// A start tag as the parser met it; valid only while the handler is called with it.
struct StartTag {
    /// The element's name, if it is one of the reader's words.
    let word: Word?
    /// The line on which the tag ends.
    let line: Int
    private let name: InternedName
    private let attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
    private let attributeCount: Int
    private let vocabulary: Vocabulary

    /// Wraps the arguments of libxml2's callback.
    ///
    /// Each attribute is five pointers: name, prefix, namespace, value, end of value.
    init(
        name: InternedName,
        line: Int,
        attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
        attributeCount: Int,
        vocabulary: Vocabulary
    ) {
        self.name = name
        self.line = line
        self.attributes = attributes
        self.attributeCount = attributes == nil ? 0 : attributeCount
        self.vocabulary = vocabulary
        word = vocabulary.word(for: name)
    }

    /// The element's name as text.
    var nameText: String { String(cString: name) }

    /// Calls the closure with each attribute that is one of the reader's words, in the file's order.
    func forEachAttribute(_ body: (Word, RawText) -> Void) {
        guard let attributes else { return }
        for index in 0..<attributeCount {
            let field = attributes + 5 * index
            guard let name = field[0], let start = field[3], let end = field[4],
                let word = vocabulary.word(for: name)
            else { continue }
            body(word, RawText(bytes: UnsafeBufferPointer(start: start, count: end - start)))
        }
    }

    /// Calls the closure with the name and the text of each attribute, in the file's order.
    func forEachNamedAttribute(_ body: (String, RawText) -> Void) {
        guard let attributes else { return }
        for index in 0..<attributeCount {
            let field = attributes + 5 * index
            guard let name = field[0], let start = field[3], let end = field[4] else { continue }
            let text = RawText(bytes: UnsafeBufferPointer(start: start, count: end - start))
            body(String(cString: name), text)
        }
    }

    /// One attribute, if it is there.
    func attribute(_ wanted: Word) -> RawText? {
        var result: RawText?
        forEachAttribute { word, text in
            if word == wanted { result = text }
        }
        return result
    }
}

/// The bytes of an attribute's value, valid UTF-8, valid only within the parser's callback.
///
/// With entity expansion off libxml2 hands over every literal ampersand as `&#38;`.
struct RawText {
    /// The bytes as the parser has them.
    let bytes: UnsafeBufferPointer<UInt8>

    /// The text, with its ampersands.
    var string: String {
        guard bytes.contains(UInt8(ascii: "&")) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            plain.append(bytes[index])
            let isReference = bytes[index...].starts(with: Self.ampersandReference)
            index += isReference ? Self.ampersandReference.count : 1
        }
        return String(decoding: plain, as: UTF8.self)
    }

    private static let ampersandReference = Array("&#38;".utf8)
}
