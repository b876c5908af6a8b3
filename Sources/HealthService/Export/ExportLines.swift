import HTTPServer
import JSON

/// The lines of an export: `{"kind":KIND,KIND:{...}}`, some of them sent at a time, all counted.
struct ExportLines {
    private let writer: HTTPBodyWriter
    private var buffer: [UInt8] = []
    private var counts: [(kind: String, count: Int)] = []

    /// What is collected before it is sent, in bytes.
    private static let pieceSize = 32 << 10

    init(_ writer: HTTPBodyWriter) {
        self.writer = writer
    }

    /// Adds a line whose value the closure writes.
    mutating func add(
        _ kind: StaticString,
        _ write: (inout JSONWriter) throws -> Void
    ) async throws {
        var line = JSONWriter(capacity: 512)
        line.beginObject()
        line.key("kind")
        line.string("\(kind)")
        line.key(kind)
        try write(&line)
        line.endObject()
        buffer += line.bytes
        buffer.append(UInt8(ascii: "\n"))
        count("\(kind)")
        if buffer.count >= Self.pieceSize { try await flush() }
    }

    /// Adds a line whose value is an object with the members that the closure writes.
    mutating func addObject(
        _ kind: StaticString,
        _ write: (inout JSONWriter) -> Void
    ) async throws {
        try await add(kind) { line in
            line.beginObject()
            write(&line)
            line.endObject()
        }
    }

    /// Adds the last line, which says how many there were of each kind, and sends what is left.
    mutating func end() async throws {
        var line = JSONWriter(capacity: 512)
        line.beginObject()
        line.member("kind", "end")
        line.key("counts")
        line.beginObject()
        for (kind, count) in counts { line.member(kind, count) }
        line.endObject()
        line.endObject()
        buffer += line.bytes
        buffer.append(UInt8(ascii: "\n"))
        try await flush()
    }

    private mutating func flush() async throws {
        let piece = buffer
        buffer.removeAll(keepingCapacity: true)
        try await writer.write(piece)
    }

    private mutating func count(_ kind: String) {
        if let index = counts.firstIndex(where: { $0.kind == kind }) {
            counts[index].count += 1
        } else {
            counts.append((kind: kind, count: 1))
        }
    }
}
