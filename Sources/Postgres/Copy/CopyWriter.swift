import CLibpq

/// One row of a COPY under construction: its columns in order, each exactly once.
///
/// nil is NULL. The values must have exactly the types of the table's columns: binary COPY converts
/// nothing, and the server refuses what does not fit.
package struct CopyRow: ~Copyable {
    /// The bytes that have not been sent yet, of this row and of complete ones before it.
    var writer = ByteWriter(capacity: CopyWriter.bound + 4096)
    /// How many columns the row has so far.
    var columns: Int16 = 0

    /// Adds a `smallint`.
    package mutating func int2(_ value: Int16?) { add(value) }
    /// Adds an `integer`.
    package mutating func int4(_ value: Int32?) { add(value) }
    /// Adds a `bigint`.
    package mutating func int8(_ value: Int64?) { add(value) }
    /// Adds a `double precision`.
    package mutating func float8(_ value: Double?) { add(value) }
    /// Adds a `boolean`.
    package mutating func bool(_ value: Bool?) { add(value) }
    /// Adds a `text`.
    package mutating func text(_ value: String?) { add(value) }
    /// Adds a `bytea`.
    package mutating func bytea(_ value: [UInt8]?) { add(value) }
    /// Adds a `uuid`.
    package mutating func uuid(_ value: UInt128?) { add(value) }
    /// Adds a `jsonb`, given as the document's text.
    package mutating func jsonb(_ value: [UInt8]?) { add(value.map(JSONDocument.init)) }

    /// Adds any other value, arrays among them.
    package mutating func bind(_ value: Bind) {
        let start = writer.count
        writer.integer(-1 as Int32)
        columns += 1
        guard value.write(to: &writer) else { return }
        writer.patch(fieldLength(writer.count - start - 4), at: start)
    }

    @inline(__always)
    private mutating func add<Value: BinaryValue>(_ value: Value?) {
        writer.field(value)
        columns += 1
    }
}

/// Sends rows to the server while a COPY is under way.
///
/// At most `bound` bytes and one row are held back; beyond that rows go out as they come.
package struct CopyWriter: ~Copyable {
    /// How many bytes are collected before they are sent.
    static let bound = 64 * 1024

    private let handle: OpaquePointer
    private let name: String
    private var pending = CopyRow()

    /// Begins the stream: signature, flags and an empty header extension.
    init(handle: OpaquePointer, name: String) {
        self.handle = handle
        self.name = name
        let signature: [UInt8] = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00]
        signature.withUnsafeBytes { pending.writer.bytes($0) }
        pending.writer.integer(0 as Int32)
        pending.writer.integer(0 as Int32)
    }

    /// Adds one row; the closure gives its columns in order.
    ///
    /// - Throws: when the connection is lost. What the server refuses shows only at the end.
    package mutating func row(
        _ fill: (inout CopyRow) -> Void
    ) throws(PostgresError) {
        let start = pending.writer.count
        // The count of columns takes two bytes; they are set once the closure has told them all.
        pending.writer.integer(0 as Int16)
        pending.columns = 0
        fill(&pending)
        pending.writer.patch(pending.columns, at: start)
        if pending.writer.count >= CopyWriter.bound { try flush() }
    }

    /// Ends the stream and sends what is left.
    mutating func finish() throws(PostgresError) {
        pending.writer.integer(-1 as Int16)
        try flush()
    }

    private mutating func flush() throws(PostgresError) {
        let bytes = pending.writer.start.assumingMemoryBound(to: CChar.self)
        let isSent = PQputCopyData(handle, bytes, fieldLength(pending.writer.count)) == 1
        pending.writer.reset()
        guard isSent else { throw PostgresError(handle: handle, queryName: name) }
    }
}
