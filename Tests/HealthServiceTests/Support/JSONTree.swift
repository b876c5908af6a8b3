import JSON

/// A JSON value as a test writes it down or takes it apart.
enum JSONTree: Equatable, Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([JSONTree])
    case object([String: JSONTree])
}

/// Reading.
extension JSONTree {
    /// Parses a document; a member that comes twice is an error, as in every answer of the server.
    init(parsing bytes: [UInt8]) throws {
        self = try JSONParser(depthLimit: 64).parse(bytes) { try JSONTree($0) }
    }

    private init(_ value: JSONValue) throws {
        switch value.kind {
        case .null: self = .null
        case .boolean: self = .boolean(value.bool == true)
        case .number: self = .number(value.double ?? .infinity)
        case .string: self = .string(value.string ?? "")
        case .array: self = .array(try value.elements.map { try JSONTree($0) })
        case .object:
            if let offset = value.duplicateKey() { throw JSONError(.duplicateKey, offset: offset) }
            var members: [String: JSONTree] = [:]
            for (key, value) in value.members { members[key.string] = try JSONTree(value) }
            self = .object(members)
        }
    }

    /// A member; null where there is none or this is no object.
    subscript(_ key: String) -> JSONTree {
        get { members[key] ?? .null }
        set {
            var changed = members
            changed[key] = newValue
            self = .object(changed)
        }
    }

    /// An element; null where there is none or this is no array.
    subscript(_ index: Int) -> JSONTree {
        elements.indices.contains(index) ? elements[index] : .null
    }

    /// The members of an object.
    var members: [String: JSONTree] {
        if case .object(let members) = self { members } else { [:] }
    }

    /// The elements of an array.
    var elements: [JSONTree] {
        if case .array(let elements) = self { elements } else { [] }
    }

    /// The text.
    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number.
    var number: Double? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The object without a member.
    func without(_ key: String) -> JSONTree {
        .object(members.filter { $0.key != key })
    }
}

/// Writing.
extension JSONTree {
    /// The value as a document, members sorted by key.
    var bytes: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }

    private func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .boolean(let boolean): writer.boolean(boolean)
        case .number(let number): writer.number(number)
        case .string(let text): writer.string(text)
        case .array(let elements):
            writer.beginArray()
            for element in elements { element.write(to: &writer) }
            writer.endArray()
        case .object(let members):
            writer.beginObject()
            for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                writer.key(key)
                value.write(to: &writer)
            }
            writer.endObject()
        }
    }
}

extension JSONTree: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    init(stringLiteral text: String) { self = .string(text) }
    init(booleanLiteral boolean: Bool) { self = .boolean(boolean) }
    init(floatLiteral number: Double) { self = .number(number) }
    init(integerLiteral number: Int) { self = .number(Double(number)) }
    init(arrayLiteral elements: JSONTree...) { self = .array(elements) }
    init(nilLiteral: ()) { self = .null }

    init(dictionaryLiteral members: (String, JSONTree)...) {
        self = .object(Dictionary(uniqueKeysWithValues: members))
    }
}
