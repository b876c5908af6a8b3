extension QueryResult {
    /// Reads a whole column of `smallint` without NULLs, top to bottom.
    package func int2Column(_ index: Int) -> [Int16] { column(index) }
    /// Reads a whole column of `integer` without NULLs, top to bottom.
    package func int4Column(_ index: Int) -> [Int32] { column(index) }
    /// Reads a whole column of `bigint` without NULLs, top to bottom.
    package func int8Column(_ index: Int) -> [Int64] { column(index) }
    /// Reads a whole column of `double precision` without NULLs, top to bottom.
    package func float8Column(_ index: Int) -> [Double] { column(index) }
    /// Reads a whole column of `boolean` without NULLs, top to bottom.
    package func boolColumn(_ index: Int) -> [Bool] { column(index) }
    /// Reads a whole column of `text` without NULLs, top to bottom.
    package func textColumn(_ index: Int) -> [String] { column(index) }
    /// Reads a whole column of `bytea` without NULLs, top to bottom.
    package func byteaColumn(_ index: Int) -> [[UInt8]] { column(index) }
    /// Reads a whole column of `uuid` without NULLs, top to bottom.
    package func uuidColumn(_ index: Int) -> [UInt128] { column(index) }
}

extension QueryResult {
    /// Reads a whole column of `smallint`, nil for NULL, top to bottom.
    package func optionalInt2Column(_ index: Int) -> [Int16?] { optionalColumn(index) }
    /// Reads a whole column of `integer`, nil for NULL, top to bottom.
    package func optionalInt4Column(_ index: Int) -> [Int32?] { optionalColumn(index) }
    /// Reads a whole column of `bigint`, nil for NULL, top to bottom.
    package func optionalInt8Column(_ index: Int) -> [Int64?] { optionalColumn(index) }
    /// Reads a whole column of `double precision`, nil for NULL, top to bottom.
    package func optionalFloat8Column(_ index: Int) -> [Double?] { optionalColumn(index) }
    /// Reads a whole column of `boolean`, nil for NULL, top to bottom.
    package func optionalBoolColumn(_ index: Int) -> [Bool?] { optionalColumn(index) }
    /// Reads a whole column of `text`, nil for NULL, top to bottom.
    package func optionalTextColumn(_ index: Int) -> [String?] { optionalColumn(index) }
    /// Reads a whole column of `bytea`, nil for NULL, top to bottom.
    package func optionalByteaColumn(_ index: Int) -> [[UInt8]?] { optionalColumn(index) }
    /// Reads a whole column of `uuid`, nil for NULL, top to bottom.
    package func optionalUUIDColumn(_ index: Int) -> [UInt128?] { optionalColumn(index) }
    /// Reads a whole column of `jsonb` as the documents' texts, nil for NULL.
    package func optionalJSONBColumn(_ index: Int) -> [[UInt8]?] {
        (optionalColumn(index) as [JSONDocument?]).map { $0?.text }
    }
}
