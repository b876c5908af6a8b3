/// Whole members in one call.
extension JSONWriter {
    /// Writes a key with a string, or nothing where there is none.
    package mutating func member(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    /// Writes a key with a whole number.
    package mutating func member(_ name: StaticString, _ value: Int) {
        key(name)
        integer(Int64(value))
    }

    /// Writes a key with a number, or with null where there is none.
    package mutating func member(_ name: StaticString, orNull value: Double?) {
        key(name)
        if let value { number(value) } else { null() }
    }
}

/// The same with keys that are not known before.
extension JSONWriter {
    /// Writes a key with a string, or nothing where there is none.
    @_disfavoredOverload
    package mutating func member(_ name: String, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    /// Writes a key with a whole number.
    @_disfavoredOverload
    package mutating func member(_ name: String, _ value: Int) {
        key(name)
        integer(Int64(value))
    }

    /// Writes a key with a number, or with null where there is none.
    @_disfavoredOverload
    package mutating func member(_ name: String, orNull value: Double?) {
        key(name)
        if let value { number(value) } else { null() }
    }
}
