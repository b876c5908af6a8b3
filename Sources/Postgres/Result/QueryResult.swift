import CLibpq

/// The rows that a statement answered, owned until the last reference goes.
///
/// Rows and columns count from 0. Reading outside of them, as another type than the column has, or
/// NULL where a value is asked for, is a mistake in the program and traps.
package final class QueryResult {
    /// libpq's result; it is cleared with this object.
    let raw: OpaquePointer
    /// The number of rows.
    package let rowCount: Int
    /// The number of columns.
    package let columnCount: Int

    /// Takes a result over.
    init(_ raw: OpaquePointer) {
        self.raw = raw
        rowCount = Int(PQntuples(raw))
        columnCount = Int(PQnfields(raw))
    }

    deinit {
        PQclear(raw)
    }

    /// How many rows the statement inserted, updated, deleted, copied or selected.
    package var affectedRows: Int {
        Int(String(cString: PQcmdTuples(raw))) ?? 0
    }

    /// The command's tag, such as `COMMIT` or `INSERT 0 3`.
    package var commandTag: String {
        String(cString: PQcmdStatus(raw))
    }

    /// Whether the value is NULL.
    package func isNull(_ row: Int, _ column: Int) -> Bool {
        checkBounds(row, column)
        return PQgetisnull(raw, Int32(row), Int32(column)) == 1
    }
}

@available(*, unavailable)
extension QueryResult: Sendable {}

extension QueryResult {
    /// Reads a value that is not NULL.
    func value<Value: BinaryValue>(_ row: Int, _ column: Int) -> Value {
        guard let value: Value = optionalValue(row, column) else {
            preconditionFailure("column \(column) is NULL in row \(row)")
        }
        return value
    }

    /// Reads a value, nil for NULL.
    func optionalValue<Value: BinaryValue>(_ row: Int, _ column: Int) -> Value? {
        checkBounds(row, column)
        checkType(of: column, Value.self)
        return bytes(row, column).map { Value(binary: $0) }
    }

    /// Lends the bytes of a value that is not NULL.
    func withBytes<Value: BinaryValue, Answer>(
        _ row: Int,
        _ column: Int,
        of _: Value.Type,
        _ body: (UnsafeRawBufferPointer) throws -> Answer
    ) rethrows -> Answer {
        checkBounds(row, column)
        checkType(of: column, Value.self)
        guard let bytes = bytes(row, column) else {
            preconditionFailure("column \(column) is NULL in row \(row)")
        }
        return try body(bytes)
    }

    /// Reads a whole column without NULLs, top to bottom.
    ///
    /// - Complexity: O(rows), with one look at the type.
    func column<Value: BinaryValue>(_ column: Int) -> [Value] {
        guard rowCount > 0 else { return [] }
        checkBounds(0, column)
        checkType(of: column, Value.self)
        return [Value](unsafeUninitializedCapacity: rowCount) { buffer, count in
            for row in 0..<rowCount {
                guard let bytes = bytes(row, column) else {
                    preconditionFailure("column \(column) is NULL in row \(row)")
                }
                buffer.initializeElement(at: row, to: Value(binary: bytes))
            }
            count = rowCount
        }
    }

    /// Reads a whole column, nil for NULL, top to bottom.
    func optionalColumn<Value: BinaryValue>(_ column: Int) -> [Value?] {
        guard rowCount > 0 else { return [] }
        checkBounds(0, column)
        checkType(of: column, Value.self)
        return (0..<rowCount).map { row in bytes(row, column).map { Value(binary: $0) } }
    }

    /// The bytes of a value, nil for NULL; row and column are known to exist.
    @inline(__always)
    func bytes(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer? {
        let (row, column) = (Int32(truncatingIfNeeded: row), Int32(truncatingIfNeeded: column))
        let length = Int(PQgetlength(raw, row, column))
        if length == 0, PQgetisnull(raw, row, column) == 1 { return nil }
        return UnsafeRawBufferPointer(start: PQgetvalue(raw, row, column), count: length)
    }

    /// Traps unless row and column exist.
    func checkBounds(_ row: Int, _ column: Int) {
        precondition(row >= 0 && row < rowCount, "row \(row) of \(rowCount) does not exist")
        precondition(
            column >= 0 && column < columnCount,
            "column \(column) of \(columnCount) does not exist"
        )
    }

    private func checkType<Value: BinaryValue>(of column: Int, _: Value.Type) {
        let type = UInt32(PQftype(raw, Int32(column)))
        precondition(
            Value.reads(type) && PQfformat(raw, Int32(column)) == 1,
            "column \(column) has the type \(type), which does not read as \(Value.self)"
        )
    }
}
