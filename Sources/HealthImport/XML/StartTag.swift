import CLibxml2

/// A name or attribute name that the parser has interned: equal names are equal pointers.
typealias InternedName = UnsafePointer<UInt8>

/// The names the reader asks for, interned by the parser that meets them.
struct Vocabulary {
    let exportDate: InternedName
    let correlation: InternedName
    let key: InternedName
    let locale: InternedName
    let me: InternedName
    let metadataEntry: InternedName
    let record: InternedName
    let value: InternedName
    let type: InternedName
    let sourceName: InternedName
    let source: InternedName
    let sourceVersion: InternedName
    let device: InternedName
    let unit: InternedName
    let creationDate: InternedName
    let startDate: InternedName
    let endDate: InternedName

    /// Interns the names; nil when there is no memory for them.
    init?(dictionary: xmlDictPtr?) {
        func intern(_ name: StaticString) -> InternedName? {
            xmlDictLookup(dictionary, name.utf8Start, Int32(name.utf8CodeUnitCount))
        }
        guard let exportDate = intern("ExportDate"), let correlation = intern("Correlation"),
            let key = intern("key"), let locale = intern("locale"), let me = intern("Me"),
            let metadataEntry = intern("MetadataEntry"), let record = intern("Record"),
            let value = intern("value"), let type = intern("type"),
            let sourceName = intern("sourceName"), let source = intern("source"),
            let sourceVersion = intern("sourceVersion"), let device = intern("device"),
            let unit = intern("unit"), let creationDate = intern("creationDate"),
            let startDate = intern("startDate"), let endDate = intern("endDate")
        else { return nil }
        self.exportDate = exportDate
        self.correlation = correlation
        self.key = key
        self.locale = locale
        self.me = me
        self.metadataEntry = metadataEntry
        self.record = record
        self.value = value
        self.type = type
        self.sourceName = sourceName
        self.source = source
        self.sourceVersion = sourceVersion
        self.device = device
        self.unit = unit
        self.creationDate = creationDate
        self.startDate = startDate
        self.endDate = endDate
    }
}

/// A start tag as the parser met it; valid only while the handler is called with it.
struct StartTag {
    /// The element's name.
    let name: InternedName
    /// The line on which the tag ends.
    let line: Int
    /// libxml2's attributes, five pointers each: name, prefix, namespace, value, end of value.
    fileprivate let attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
    /// The number of attributes.
    let attributeCount: Int

    /// Wraps the arguments of libxml2's callback.
    init(
        name: InternedName,
        line: Int,
        attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
        attributeCount: Int
    ) {
        self.name = name
        self.line = line
        self.attributes = attributes
        self.attributeCount = attributes == nil ? 0 : attributeCount
    }

    /// Calls the closure with the name and the bytes of each attribute, in the file's order.
    func forEachAttribute(_ body: (InternedName, RawText) -> Void) {
        guard let attributes else { return }
        for index in 0..<attributeCount {
            let field = attributes + 5 * index
            guard let name = field[0], let start = field[3], let end = field[4] else { continue }
            body(name, RawText(bytes: UnsafeBufferPointer(start: start, count: end - start)))
        }
    }

    /// The bytes of one attribute, if it is there.
    func attribute(_ wanted: InternedName) -> RawText? {
        var result: RawText?
        forEachAttribute { name, text in
            if name == wanted { result = text }
        }
        return result
    }

    /// The element's name as text.
    var nameText: String { String(cString: name) }
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
