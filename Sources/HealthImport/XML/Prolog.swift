/// What precedes the root element of an XML text.
///
/// The document types that phones write are malformed in several versions (declarations not
/// closed, stray lines, a `>` too many), so a declaration is not parsed but stepped over: its end
/// is where the first element begins. That also leaves no entity to expand and no file to load.
struct Prolog: Hashable {
    /// The name of the root element.
    let root: String
    /// The number of bytes before the root element.
    let length: Int
    /// Whether there is a document type declaration among them.
    let hasDoctype: Bool

    /// What a look at the first bytes of a text gave.
    enum Outcome: Hashable {
        /// The root element begins within these bytes.
        case found(Prolog)
        /// All of these bytes belong to the prolog; more are needed.
        case incomplete
        /// These bytes do not begin an XML text.
        case notXML
    }

    /// Looks for the root element.
    ///
    /// Comments, processing instructions and entity declarations are stepped over as wholes, so
    /// that an element inside of them is not taken for the root.
    ///
    /// - Complexity: O(n).
    static func scan(_ bytes: [UInt8]) -> Outcome {
        var scanner = PrologScanner(bytes: bytes)
        return scanner.scan()
    }
}

/// Walks over the markup of a prolog.
private struct PrologScanner {
    let bytes: [UInt8]
    private var position = 0
    private var hasDoctype = false

    init(bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    mutating func scan() -> Prolog.Outcome {
        while let next = nextMarkup() {
            guard next else { return .notXML }
            if isAt("<!--") {
                guard skip(past: "-->") else { return .incomplete }
            } else if isAt("<?") {
                guard skip(past: "?>") else { return .incomplete }
            } else if isAt("<!DOCTYPE") {
                hasDoctype = true
                position += 9
            } else if hasDoctype, isAt("<!ENTITY") {
                guard skipEntity() else { return .incomplete }
            } else if let outcome = rootElement() {
                return outcome
            }
        }
        return .incomplete
    }

    /// Moves to the next `<`; nil at the end, false at text where none may stand.
    private mutating func nextMarkup() -> Bool? {
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "<") { return true }
            // Control characters are replaced by blanks later on, so they count as such.
            if !hasDoctype, byte > UInt8(ascii: " ") { return false }
            position += 1
        }
        return nil
    }

    /// Reads the root's name, or steps over a declaration.
    private mutating func rootElement() -> Prolog.Outcome? {
        let name = bytes[(position + 1)...].prefix { !Self.endsName($0) }
        guard name.endIndex < bytes.count else { return .incomplete }
        guard let first = name.first, Self.beginsName(first) else {
            guard hasDoctype else { return .notXML }
            position += 1
            return nil
        }
        let root = String(decoding: name, as: UTF8.self)
        return .found(Prolog(root: root, length: position, hasDoctype: hasDoctype))
    }

    /// Steps over `<!ENTITY ... >`, minding that its value may hold any markup.
    private mutating func skipEntity() -> Bool {
        var quote: UInt8?
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return true
            }
        }
        return false
    }

    private mutating func skip(past text: StaticString) -> Bool {
        while position < bytes.count {
            if isAt(text) {
                position += text.utf8CodeUnitCount
                return true
            }
            position += 1
        }
        return false
    }

    private func isAt(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[position...].starts(with: $0) }
    }

    private static func beginsName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...:
            true
        default: false
        }
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        byte <= UInt8(ascii: " ") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
    }
}
