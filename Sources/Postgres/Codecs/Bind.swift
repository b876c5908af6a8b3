/// A parameter of a statement, sent in binary with its type.
///
/// The type of a statement's parameters is fixed by its first use on a connection, so one statement
/// always takes the same cases. A plain array case holds no NULL elements, an `optional` one may.
package enum Bind: Sendable {
    /// A `smallint`.
    case int2(Int16?)
    /// An `integer`.
    case int4(Int32?)
    /// A `bigint`.
    case int8(Int64?)
    /// A `double precision`; NaN and infinities pass unchanged.
    case float8(Double?)
    /// A `boolean`.
    case bool(Bool?)
    /// A `text`; the server refuses U+0000 in it (SQLSTATE 22021).
    case text(String?)
    /// A `bytea`.
    case bytea([UInt8]?)
    /// A `uuid`, most significant byte first.
    case uuid(UInt128?)
    /// A `jsonb`, as the document's text in UTF-8.
    case jsonb([UInt8]?)
    /// A `smallint[]`.
    case int2Array([Int16])
    /// An `integer[]`.
    case int4Array([Int32])
    /// A `bigint[]`.
    case int8Array([Int64])
    /// A `double precision[]`.
    case float8Array([Double])
    /// A `boolean[]`.
    case boolArray([Bool])
    /// A `uuid[]`.
    case uuidArray([UInt128])
    /// A `text[]`.
    case textArray([String])
    /// A `bytea[]`.
    case byteaArray([[UInt8]])
    /// A `smallint[]` with NULLs.
    case optionalInt2Array([Int16?])
    /// An `integer[]` with NULLs.
    case optionalInt4Array([Int32?])
    /// A `bigint[]` with NULLs.
    case optionalInt8Array([Int64?])
    /// A `double precision[]` with NULLs.
    case optionalFloat8Array([Double?])
    /// A `text[]` with NULLs.
    case optionalTextArray([String?])
    /// A `uuid[]` with NULLs.
    case optionalUUIDArray([UInt128?])
    /// A `jsonb[]` with NULLs.
    case optionalJSONBArray([[UInt8]?])
}

extension Bind {
    /// The object identifier of the parameter's type.
    var type: UInt32 {
        switch self {
        case .int2: Int16.type
        case .int4: Int32.type
        case .int8: Int64.type
        case .float8: Double.type
        case .bool: Bool.type
        case .text: String.type
        case .bytea: [UInt8].type
        case .uuid: UInt128.type
        case .jsonb: JSONDocument.type
        case .int2Array, .optionalInt2Array: Int16.arrayType
        case .int4Array, .optionalInt4Array: Int32.arrayType
        case .int8Array, .optionalInt8Array: Int64.arrayType
        case .float8Array, .optionalFloat8Array: Double.arrayType
        case .boolArray: Bool.arrayType
        case .uuidArray, .optionalUUIDArray: UInt128.arrayType
        case .textArray, .optionalTextArray: String.arrayType
        case .byteaArray: [UInt8].arrayType
        case .optionalJSONBArray: JSONDocument.arrayType
        }
    }

    /// Appends the value without its length; answers false, and appends nothing, for NULL.
    func write(to writer: inout ByteWriter) -> Bool {
        switch self {
        case .int2(let value): writer.optional(value)
        case .int4(let value): writer.optional(value)
        case .int8(let value): writer.optional(value)
        case .float8(let value): writer.optional(value)
        case .bool(let value): writer.optional(value)
        case .text(let value): writer.optional(value)
        case .bytea(let value): writer.optional(value)
        case .uuid(let value): writer.optional(value)
        case .jsonb(let value): writer.optional(value.map(JSONDocument.init))
        case .int2Array(let values): writer.array(values)
        case .int4Array(let values): writer.array(values)
        case .int8Array(let values): writer.array(values)
        case .float8Array(let values): writer.array(values)
        case .boolArray(let values): writer.array(values)
        case .uuidArray(let values): writer.array(values)
        case .textArray(let values): writer.array(values)
        case .byteaArray(let values): writer.array(values)
        case .optionalInt2Array(let values): writer.optionalArray(values)
        case .optionalInt4Array(let values): writer.optionalArray(values)
        case .optionalInt8Array(let values): writer.optionalArray(values)
        case .optionalFloat8Array(let values): writer.optionalArray(values)
        case .optionalTextArray(let values): writer.optionalArray(values)
        case .optionalUUIDArray(let values): writer.optionalArray(values)
        case .optionalJSONBArray(let values):
            writer.optionalArray(values.map { $0.map(JSONDocument.init) })
        }
    }
}
