extension ByteWriter {
    /// Appends a value without its length; answers false for nil.
    mutating func optional<Value: BinaryValue>(_ value: Value?) -> Bool {
        guard let value else { return false }
        value.write(to: &self)
        return true
    }

    /// Appends a value behind its length; nil is the length -1 alone.
    @inline(__always)
    mutating func field<Value: BinaryValue>(_ value: Value?) {
        guard let value else { return integer(-1 as Int32) }
        let start = count
        integer(0 as Int32)
        value.write(to: &self)
        patch(fieldLength(count - start - 4), at: start)
    }

    /// Appends a one-dimensional array without NULLs; always answers true.
    mutating func array<Value: BinaryValue>(_ values: [Value]) -> Bool {
        arrayHeader(type: Value.type, count: values.count, hasNulls: false)
        for value in values { field(value) }
        return true
    }

    /// Appends a one-dimensional array that may hold NULLs; always answers true.
    mutating func optionalArray<Value: BinaryValue>(_ values: [Value?]) -> Bool {
        let hasNulls = values.contains { $0 == nil }
        arrayHeader(type: Value.type, count: values.count, hasNulls: hasNulls)
        for value in values { field(value) }
        return true
    }

    /// Appends what stands before the elements (`array_recv` in PostgreSQL's arrayfuncs.c).
    ///
    /// An empty array has no dimensions at all, else length and lower bound of its only one.
    private mutating func arrayHeader(type: UInt32, count elements: Int, hasNulls: Bool) {
        reserve(20 + elements * 12)
        integer(elements == 0 ? 0 : 1 as Int32)
        integer(hasNulls ? 1 : 0 as Int32)
        integer(type)
        guard elements > 0 else { return }
        integer(fieldLength(elements))
        integer(1 as Int32)
    }
}

/// The length as the protocol counts it; traps beyond 2 GiB, twice what a server accepts.
func fieldLength(_ length: Int) -> Int32 {
    guard let length = Int32(exactly: length) else {
        preconditionFailure("a value is too large for PostgreSQL's protocol")
    }
    return length
}
