/// The lines of a file, read in pieces.
///
/// Not Sendable: it belongs to whoever reads.
final class LineReader {
    /// A line without its end.
    enum Line {
        /// Its bytes.
        case text(ArraySlice<UInt8>)
        /// It has more bytes than a line may have; they were skipped.
        case tooLong
    }

    private let file: ReadableFile
    private let limit: Int
    private var buffer: [UInt8] = []
    private var start = 0
    /// How far the buffer was searched for the end of a line.
    private var searched = 0
    private var isAtEnd = false
    private var isSkipping = false

    /// Opens a file whose lines have at most `limit` bytes.
    ///
    /// - Throws: As `ReadableFile`.
    init(_ path: String, limit: Int) throws(OutboxError) {
        file = try ReadableFile(path)
        self.limit = limit
    }

    /// The next line, and nil behind the last, which needs no end.
    ///
    /// - Throws: As `ReadableFile`.
    func next() throws(OutboxError) -> Line? {
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { (start, searched) = (end + 1, end + 1) }
                return line(start..<end)
            }
            searched = buffer.count
            if isAtEnd {
                defer { start = buffer.count }
                return start < buffer.count || isSkipping ? line(start..<buffer.count) : nil
            }
            if searched - start > limit {
                isSkipping = true
                start = searched
            }
            try fill()
        }
    }

    private func line(_ range: Range<Int>) -> Line {
        defer { isSkipping = false }
        return isSkipping || range.count > limit ? .tooLong : .text(buffer[range])
    }

    /// Reads the next piece behind what is left of the last.
    private func fill() throws(OutboxError) {
        buffer.removeFirst(start)
        (searched, start) = (searched - start, 0)
        let piece = try file.next()
        buffer += piece
        isAtEnd = piece.isEmpty
    }
}
