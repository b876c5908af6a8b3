import Crypto

/// What a file of the queue holds: lines, behind a line that proves that they are whole.
///
/// `tributary-outbox 1 samples 1000 SHA256`, then the lines, each with its end.
struct QueuedBatch: Sendable {
    /// What the lines are.
    let kind: QueueEntry.Kind
    /// The lines, one after the other, as they are sent.
    let body: [UInt8]
    /// Where each line lies in the body, its end left out.
    let lines: [Range<Int>]

    /// Makes a batch of lines that have their ends.
    init(kind: QueueEntry.Kind, body: [UInt8]) {
        self.kind = kind
        self.body = body
        lines = Self.lines(of: body)
    }

    /// The lines in a range as a batch of their own.
    func part(_ range: Range<Int>) -> QueuedBatch {
        let start = range.isEmpty ? 0 : lines[range.lowerBound].lowerBound
        let end = range.isEmpty ? 0 : lines[range.upperBound - 1].upperBound + 1
        return QueuedBatch(kind: kind, body: Array(body[start..<end]))
    }

    /// The text of a line.
    func text(_ index: Int) -> ArraySlice<UInt8> { body[lines[index]] }

    private static func lines(of body: [UInt8]) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        for (position, byte) in body.enumerated() where byte == UInt8(ascii: "\n") {
            lines.append(start..<position)
            start = position + 1
        }
        return lines
    }
}

/// The file.
extension QueuedBatch {
    /// The bytes of the file.
    var fileBytes: [UInt8] { Array((seal + "\n").utf8) + body }

    private var seal: String {
        "tributary-outbox 1 \(kind.rawValue) \(lines.count) \(SHA256.hexadecimal(body))"
    }

    /// Reads a file of the queue.
    ///
    /// - Throws: `damaged` for one that is not as it was written, or cannot be read; `disk`.
    init(reading path: String, kind: QueueEntry.Kind) throws(OutboxError) {
        let bytes = try ReadableFile.bytes(of: path)
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
            throw OutboxError(.damaged, "\(path) is cut off")
        }
        self.init(kind: kind, body: Array(bytes[(end + 1)...]))
        guard bytes[..<end].elementsEqual(seal.utf8) else {
            throw OutboxError(.damaged, "\(path) is damaged: its checksum is another one")
        }
    }
}
