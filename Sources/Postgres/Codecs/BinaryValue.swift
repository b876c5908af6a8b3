/// A Swift value that has one spelling in PostgreSQL's binary format.
///
/// Object identifiers are those of the system catalogue `pg_type`; they never change.
protocol BinaryValue {
    /// The type's object identifier.
    static var type: UInt32 { get }
    /// The object identifier of an array of it.
    static var arrayType: UInt32 { get }
    /// Whether a column of this type reads as this Swift type.
    static func reads(_ type: UInt32) -> Bool
    /// Appends the value without its length.
    func write(to writer: inout ByteWriter)
    /// Reads a value that fills the bytes exactly; traps otherwise.
    init(binary: UnsafeRawBufferPointer)
}

extension BinaryValue {
    static func reads(_ type: UInt32) -> Bool { type == Self.type }
}

/// Reads one big-endian integer that fills the bytes.
@inline(__always)
private func readInteger<Value: FixedWidthInteger>(_ bytes: UnsafeRawBufferPointer) -> Value {
    precondition(bytes.count == MemoryLayout<Value>.size, "a value has the wrong length")
    return Value(bigEndian: bytes.loadUnaligned(as: Value.self))
}

extension Int16: BinaryValue {
    static let type: UInt32 = 21
    static let arrayType: UInt32 = 1005
    func write(to writer: inout ByteWriter) { writer.integer(self) }
    init(binary: UnsafeRawBufferPointer) { self = readInteger(binary) }
}

extension Int32: BinaryValue {
    static let type: UInt32 = 23
    static let arrayType: UInt32 = 1007
    func write(to writer: inout ByteWriter) { writer.integer(self) }
    init(binary: UnsafeRawBufferPointer) { self = readInteger(binary) }
}

extension Int64: BinaryValue {
    static let type: UInt32 = 20
    static let arrayType: UInt32 = 1016
    func write(to writer: inout ByteWriter) { writer.integer(self) }
    init(binary: UnsafeRawBufferPointer) { self = readInteger(binary) }
}

extension Double: BinaryValue {
    static let type: UInt32 = 701
    static let arrayType: UInt32 = 1022
    func write(to writer: inout ByteWriter) { writer.integer(bitPattern) }
    init(binary: UnsafeRawBufferPointer) { self.init(bitPattern: readInteger(binary)) }
}

extension Bool: BinaryValue {
    static let type: UInt32 = 16
    static let arrayType: UInt32 = 1000
    func write(to writer: inout ByteWriter) { writer.integer(self ? 1 : 0 as UInt8) }
    init(binary: UnsafeRawBufferPointer) { self = readInteger(binary) != (0 as UInt8) }
}

extension UInt128: BinaryValue {
    /// The type `uuid`: sixteen bytes, most significant first, as the text reads.
    static let type: UInt32 = 2950
    static let arrayType: UInt32 = 2951
    func write(to writer: inout ByteWriter) { writer.integer(self) }
    init(binary: UnsafeRawBufferPointer) { self = readInteger(binary) }
}

extension String: BinaryValue {
    static let type: UInt32 = 25
    static let arrayType: UInt32 = 1009
    /// Reads `text`, `varchar`, `bpchar`, `name` and untyped literals alike.
    static func reads(_ type: UInt32) -> Bool {
        switch type {
        case 25, 1043, 1042, 19, 705: true
        default: false
        }
    }
    func write(to writer: inout ByteWriter) {
        var text = self
        text.withUTF8 { writer.bytes(UnsafeRawBufferPointer($0)) }
    }
    init(binary: UnsafeRawBufferPointer) { self.init(decoding: binary, as: UTF8.self) }
}

extension [UInt8]: BinaryValue {
    /// The type `bytea`.
    static var type: UInt32 { 17 }
    static var arrayType: UInt32 { 1001 }
    func write(to writer: inout ByteWriter) { withUnsafeBytes { writer.bytes($0) } }
    init(binary: UnsafeRawBufferPointer) { self.init(binary[...]) }
}

/// The text of a JSON document; `jsonb` puts a version byte in front of it.
struct JSONDocument: BinaryValue {
    static let type: UInt32 = 3802
    static let arrayType: UInt32 = 3807
    /// The document in UTF-8.
    let text: [UInt8]

    /// Wraps a document.
    init(_ text: [UInt8]) { self.text = text }

    func write(to writer: inout ByteWriter) {
        writer.integer(1 as UInt8)
        text.write(to: &writer)
    }

    init(binary: UnsafeRawBufferPointer) {
        precondition(binary.first == 1, "a jsonb value has an unknown version")
        text = [UInt8](binary.dropFirst())
    }
}
