import CLibpq

extension QueryResult {
    /// Reads a `double precision[]`, nil for NULL elements.
    package func float8Array(_ row: Int, _ column: Int) -> [Double?] { elements(row, column) }
    /// Reads a `smallint[]` without NULL elements.
    package func int2Array(_ row: Int, _ column: Int) -> [Int16] { array(row, column) }
    /// Reads an `integer[]` without NULL elements.
    package func int4Array(_ row: Int, _ column: Int) -> [Int32] { array(row, column) }
    /// Reads a `bigint[]` without NULL elements.
    package func int8Array(_ row: Int, _ column: Int) -> [Int64] { array(row, column) }
    /// Reads a `boolean[]` without NULL elements.
    package func boolArray(_ row: Int, _ column: Int) -> [Bool] { array(row, column) }
    /// Reads a `text[]` without NULL elements.
    package func textArray(_ row: Int, _ column: Int) -> [String] { array(row, column) }
    /// Reads a `uuid[]` without NULL elements.
    package func uuidArray(_ row: Int, _ column: Int) -> [UInt128] { array(row, column) }
    /// Reads a `bytea[]` without NULL elements.
    package func byteaArray(_ row: Int, _ column: Int) -> [[UInt8]] { array(row, column) }
    /// Reads a `smallint[]`, nil for NULL elements.
    package func optionalInt2Array(_ row: Int, _ column: Int) -> [Int16?] { elements(row, column) }
    /// Reads an `integer[]`, nil for NULL elements.
    package func optionalInt4Array(_ row: Int, _ column: Int) -> [Int32?] { elements(row, column) }
    /// Reads a `bigint[]`, nil for NULL elements.
    package func optionalInt8Array(_ row: Int, _ column: Int) -> [Int64?] { elements(row, column) }
    /// Reads a `text[]`, nil for NULL elements.
    package func optionalTextArray(_ row: Int, _ column: Int) -> [String?] { elements(row, column) }
    /// Reads a `jsonb[]` as the documents' texts, nil for NULL elements.
    package func optionalJSONBArray(_ row: Int, _ column: Int) -> [[UInt8]?] {
        (elements(row, column) as [JSONDocument?]).map { $0?.text }
    }
}

extension QueryResult {
    private func array<Value: BinaryValue>(_ row: Int, _ column: Int) -> [Value] {
        elements(row, column).map { (element: Value?) in
            guard let element else { preconditionFailure("an array holds NULL") }
            return element
        }
    }

    /// Reads an array of one dimension; the array itself must not be NULL.
    private func elements<Value: BinaryValue>(_ row: Int, _ column: Int) -> [Value?] {
        checkBounds(row, column)
        let type = UInt32(PQftype(raw, Int32(column)))
        precondition(
            type == Value.arrayType,
            "column \(column) has the type \(type), which is no array of \(Value.self)"
        )
        guard let bytes = bytes(row, column) else {
            preconditionFailure("column \(column) is NULL in row \(row)")
        }
        return decodeArray(bytes)
    }
}

/// Decodes what `array_send` in PostgreSQL's arrayfuncs.c wrote.
///
/// The header is: dimensions, whether there are NULLs, element type, then length and lower bound of
/// each dimension; an element is its length, -1 for NULL, and its bytes.
private func decodeArray<Value: BinaryValue>(_ bytes: UnsafeRawBufferPointer) -> [Value?] {
    func integer(at offset: Int) -> Int {
        precondition(offset + 4 <= bytes.count, "an array ends before its elements do")
        return Int(Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)))
    }
    let dimensions = integer(at: 0)
    precondition(dimensions <= 1, "an array has more than one dimension")
    guard dimensions == 1 else { return [] }
    var elements: [Value?] = []
    let count = integer(at: 12)
    elements.reserveCapacity(count)
    var offset = 20
    for _ in 0..<count {
        let length = integer(at: offset)
        offset += 4
        guard length >= 0 else {
            elements.append(nil)
            continue
        }
        precondition(offset + length <= bytes.count, "an array ends before its elements do")
        let range = offset..<(offset + length)
        elements.append(Value(binary: UnsafeRawBufferPointer(rebasing: bytes[range])))
        offset += length
    }
    return elements
}
