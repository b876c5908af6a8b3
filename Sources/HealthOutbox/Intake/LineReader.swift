import Foundation

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

    private let path: String
    private let limit: Int
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    /// How far the buffer was searched for the end of a line.
    private var searched = 0
    private var isAtEnd = false
    private var isSkipping = false

    /// Opens a file whose lines have at most `limit` bytes.
    ///
    /// - Throws: `disk`.
    init(_ path: String, limit: Int) throws(OutboxError) {
        self.path = path
        self.limit = limit
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw OutboxError(.disk, "\(path) cannot be read: \(systemReason())")
        }
    }

    deinit { close(descriptor) }

    /// The next line, and nil behind the last, which needs no end.
    ///
    /// - Throws: `disk`.
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
        var size = -1
        let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { bytes, count in
            repeat {
                size = read(descriptor, bytes.baseAddress, Self.pieceSize)
            } while size < 0 && errno == EINTR
            count = max(0, size)
        }
        guard size >= 0 else {
            throw OutboxError(.disk, "\(path) cannot be read: \(systemReason())")
        }
        buffer += piece
        isAtEnd = size == 0
    }

    private static let pieceSize = 256 * 1024
}
