import CSimdjson

/// The key of a member, compared without making a string.
///
/// Walk an object with a switch over literals; each case compares lengths, then bytes:
///
/// ```swift
/// for (key, value) in object.members {
///     switch key {
///     case "start": start = value.utf8
///     case "value": number = value.double
///     default: break
///     }
/// }
/// ```
///
/// Bytes are compared, not characters: keys that differ in Unicode normalisation are different.
/// Valid as long as the value it belongs to.
package struct JSONKey {
    /// The key on the parser's tape.
    let token: UnsafePointer<csimdjson_token>

    /// Makes a view of a token that is a key.
    init(token: UnsafePointer<csimdjson_token>) {
        self.token = token
    }

    /// The unescaped bytes.
    package var utf8: UnsafeRawBufferPointer {
        token.text
    }

    /// The key as a string, which allocates unless it is short.
    package var string: String {
        String(decoding: utf8, as: UTF8.self)
    }

    /// The byte of the input where the key begins, at its quote.
    package var offset: Int {
        Int(token.pointee.start)
    }

    /// Compares with a literal, without allocation.
    package static func == (key: JSONKey, literal: StaticString) -> Bool {
        precondition(literal.hasPointerRepresentation, "A key is compared with a whole string.")
        return csimdjson_text_equals(key.token, literal.utf8Start, literal.utf8CodeUnitCount)
    }

    /// Compares with a string.
    @_disfavoredOverload
    package static func == (key: JSONKey, string: String) -> Bool {
        key.utf8.elementsEqual(string.utf8)
    }

    /// Lets a switch compare with literals.
    package static func ~= (literal: StaticString, key: JSONKey) -> Bool {
        key == literal
    }
}

/// Equal bytes make equal keys.
extension JSONKey: Hashable {
    package static func == (left: JSONKey, right: JSONKey) -> Bool {
        let text = right.token.pointee.text
        return csimdjson_text_equals(left.token, text, right.utf8.count)
    }

    /// Feeds the bytes to a hasher that is seeded per process, so that no sender can aim at it.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(bytes: utf8)
    }
}
