import CSimdjson

/// The kind of a JSON value.
package enum JSONKind: Sendable {
    /// The literal `null`.
    case null
    /// The literal `true` or `false`.
    case boolean
    /// A number, whether a double can hold it or not.
    case number
    /// A string.
    case string
    /// Values in order.
    case array
    /// Keys, each with a value.
    case object
}

/// A value of a parsed document.
///
/// Two pointers into the parser's memory and the input: cheap to copy, and valid only inside the
/// closure that `JSONParser.parse` handed the root to. Nothing here allocates except `string`.
package struct JSONValue {
    /// The value on the parser's tape; what is inside it follows.
    let token: UnsafePointer<csimdjson_token>
    /// The first byte of the document.
    let input: UnsafeRawPointer

    /// Makes a view of a token that is no key.
    init(token: UnsafePointer<csimdjson_token>, input: UnsafeRawPointer) {
        self.token = token
        self.input = input
    }

    /// The kind of the value; a number out of range is a number.
    package var kind: JSONKind {
        switch token.pointee.kind {
        case CSIMDJSON_NULL: .null
        case CSIMDJSON_FALSE, CSIMDJSON_TRUE: .boolean
        case CSIMDJSON_STRING: .string
        case CSIMDJSON_ARRAY: .array
        case CSIMDJSON_OBJECT: .object
        default: .number
        }
    }

    /// The byte of the input where the value begins.
    package var offset: Int {
        Int(token.pointee.start)
    }

    /// The value as it is written in the input, quotes and brackets included.
    package var rawBytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: input + offset,
            count: Int(token.pointee.end - token.pointee.start)
        )
    }
}

/// Scalars.
extension JSONValue {
    /// Whether the value is `null`.
    package var isNull: Bool {
        token.pointee.kind == CSIMDJSON_NULL
    }

    /// The truth value, or nil if this is no boolean.
    package var bool: Bool? {
        switch token.pointee.kind {
        case CSIMDJSON_FALSE: false
        case CSIMDJSON_TRUE: true
        default: nil
        }
    }

    /// The nearest double, or nil if this is no number or beyond the largest double.
    package var double: Double? {
        switch token.pointee.kind {
        case CSIMDJSON_INTEGER: Double(token.pointee.integer)
        case CSIMDJSON_DOUBLE: token.pointee.number
        default: nil
        }
    }

    /// The integer, or nil if this is not a number written as one that fits.
    ///
    /// `5.0`, `5e0` and `-0` are not written as integers: rounding could hide in the first two, and
    /// the sign of the last would be lost.
    package var int: Int64? {
        token.pointee.kind == CSIMDJSON_INTEGER ? token.pointee.integer : nil
    }

    /// Whether this is a number beyond the largest double, such as `1e400`.
    package var isNumberOutOfRange: Bool {
        token.pointee.kind == CSIMDJSON_OUT_OF_RANGE
    }

    /// The string, or nil if this is no string.
    package var string: String? {
        utf8.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The unescaped bytes of the string, or nil if this is no string.
    package var utf8: UnsafeRawBufferPointer? {
        token.pointee.kind == CSIMDJSON_STRING ? token.text : nil
    }
}

/// Arrays and objects.
extension JSONValue {
    /// The elements of an array or members of an object; 0 for everything else.
    package var count: Int {
        isContainer ? Int(token.pointee.count) : 0
    }

    /// The elements in order; none if this is no array.
    package var elements: JSONElements {
        JSONElements(of: self)
    }

    /// The members in order, duplicates included; none if this is no object.
    package var members: JSONMembers {
        JSONMembers(of: self)
    }

    /// The first member with this key, or nil if there is none or this is no object.
    ///
    /// - Complexity: O(n) in the number of members. To read many, walk `members` once.
    package subscript(_ key: StaticString) -> JSONValue? {
        for member in members where member.key == key { return member.value }
        return nil
    }

    /// The first member with this key; see `subscript(StaticString)`.
    @_disfavoredOverload
    package subscript(_ key: String) -> JSONValue? {
        for member in members where member.key == key { return member.value }
        return nil
    }

    /// Whether this is an array or object.
    private var isContainer: Bool {
        token.pointee.kind == CSIMDJSON_ARRAY || token.pointee.kind == CSIMDJSON_OBJECT
    }
}

extension UnsafePointer<csimdjson_token> {
    /// The unescaped bytes of a string or key.
    var text: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: pointee.text, count: Int(pointee.text_length))
    }

    /// The token after this one that is not inside it.
    var successor: UnsafePointer<csimdjson_token> {
        self + Int(pointee.span)
    }
}
