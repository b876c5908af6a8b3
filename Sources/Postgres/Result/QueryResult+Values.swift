extension QueryResult {
    /// Reads a `smallint` that is not NULL.
    package func int2(_ row: Int, _ column: Int) -> Int16 { value(row, column) }
    /// Reads an `integer` that is not NULL.
    package func int4(_ row: Int, _ column: Int) -> Int32 { value(row, column) }
    /// Reads a `bigint` that is not NULL.
    package func int8(_ row: Int, _ column: Int) -> Int64 { value(row, column) }
    /// Reads a `double precision` that is not NULL.
    package func float8(_ row: Int, _ column: Int) -> Double { value(row, column) }
    /// Reads a `boolean` that is not NULL.
    package func bool(_ row: Int, _ column: Int) -> Bool { value(row, column) }
    /// Reads a `text` that is not NULL.
    package func text(_ row: Int, _ column: Int) -> String { value(row, column) }
    /// Reads a `bytea` that is not NULL.
    package func bytea(_ row: Int, _ column: Int) -> [UInt8] { value(row, column) }
    /// Lends the bytes of a `bytea` that is not NULL, without a copy.
    package func withBytea<Answer>(
        _ row: Int,
        _ column: Int,
        _ body: (UnsafeRawBufferPointer) throws -> Answer
    ) rethrows -> Answer {
        try withBytes(row, column, of: [UInt8].self, body)
    }
    /// Reads a `uuid` that is not NULL.
    package func uuid(_ row: Int, _ column: Int) -> UInt128 { value(row, column) }
    /// Reads a `jsonb` that is not NULL, as the document's text in UTF-8.
    package func jsonb(_ row: Int, _ column: Int) -> [UInt8] {
        (value(row, column) as JSONDocument).text
    }
}

extension QueryResult {
    /// Reads a `smallint`, nil for NULL.
    package func optionalInt2(_ row: Int, _ column: Int) -> Int16? { optionalValue(row, column) }
    /// Reads an `integer`, nil for NULL.
    package func optionalInt4(_ row: Int, _ column: Int) -> Int32? { optionalValue(row, column) }
    /// Reads a `bigint`, nil for NULL.
    package func optionalInt8(_ row: Int, _ column: Int) -> Int64? { optionalValue(row, column) }
    /// Reads a `double precision`, nil for NULL.
    package func optionalFloat8(_ row: Int, _ column: Int) -> Double? { optionalValue(row, column) }
    /// Reads a `boolean`, nil for NULL.
    package func optionalBool(_ row: Int, _ column: Int) -> Bool? { optionalValue(row, column) }
    /// Reads a `text`, nil for NULL.
    package func optionalText(_ row: Int, _ column: Int) -> String? { optionalValue(row, column) }
    /// Reads a `bytea`, nil for NULL.
    package func optionalBytea(_ row: Int, _ column: Int) -> [UInt8]? { optionalValue(row, column) }
    /// Reads a `uuid`, nil for NULL.
    package func optionalUUID(_ row: Int, _ column: Int) -> UInt128? { optionalValue(row, column) }
    /// Reads a `jsonb` as the document's text, nil for NULL.
    package func optionalJSONB(_ row: Int, _ column: Int) -> [UInt8]? {
        (optionalValue(row, column) as JSONDocument?)?.text
    }
}
