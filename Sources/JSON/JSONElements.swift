import CSimdjson

/// The elements of an array, in order.
package struct JSONElements: Sequence, IteratorProtocol {
    private var token: UnsafePointer<csimdjson_token>
    private let end: UnsafePointer<csimdjson_token>
    private let input: UnsafeRawPointer

    /// Starts at the first element; at the end unless the value is an array.
    init(of array: JSONValue) {
        token = array.token + 1
        end = array.token.pointee.kind == CSIMDJSON_ARRAY ? array.token.successor : token
        input = array.input
    }

    /// Moves to the next element.
    package mutating func next() -> JSONValue? {
        guard token < end else { return nil }
        defer { token = token.successor }
        return JSONValue(token: token, input: input)
    }
}

/// The members of an object, in order, duplicates included.
package struct JSONMembers: Sequence, IteratorProtocol {
    private var token: UnsafePointer<csimdjson_token>
    private let end: UnsafePointer<csimdjson_token>
    private let input: UnsafeRawPointer

    /// Starts at the first member; at the end unless the value is an object.
    init(of object: JSONValue) {
        token = object.token + 1
        end = object.token.pointee.kind == CSIMDJSON_OBJECT ? object.token.successor : token
        input = object.input
    }

    /// Moves to the next member.
    package mutating func next() -> (key: JSONKey, value: JSONValue)? {
        guard token < end else { return nil }
        let key = token
        let value = key + 1
        token = value.successor
        return (JSONKey(token: key), JSONValue(token: value, input: input))
    }
}
