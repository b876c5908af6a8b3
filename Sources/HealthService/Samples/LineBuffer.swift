import Glibc
import JSON

/// The lines of a body that arrives in pieces; holds at most one piece and one line of them.
struct LineBuffer {
    /// What comes next.
    enum Line: Equatable {
        /// A line, without its end; `withBytes` lends its bytes.
        case text(Range<Int>)
        /// A line that is longer than the limit; its bytes are gone.
        case tooLong
    }

    private var bytes: [UInt8] = []
    /// Where the bytes end and their readable padding begins.
    private var end = 0
    /// Where the next line begins.
    private var start = 0
    /// Where to go on to look for its end.
    private var searched = 0
    /// Whether the beginning of the next line was thrown away because it is too long.
    private var isCut = false
    private let limit: Int

    /// Starts empty; lines may have so many bytes.
    init(limit: Int) {
        self.limit = limit
    }

    /// Takes in the next piece, once every line of those before was taken.
    mutating func append(_ piece: [UInt8]) {
        bytes.removeLast(bytes.count - end)
        bytes.removeSubrange(..<start)
        searched -= start
        start = 0
        bytes += piece
        end = bytes.count
        bytes += repeatElement(0, count: JSONParser.padding)
    }

    /// The next line, the same until it is dropped; nil when its end has not arrived.
    mutating func next() -> Line? {
        searched = lineEnd(from: searched)
        if searched < end {
            return isCut || searched - start > limit ? .tooLong : .text(start..<searched)
        }
        if searched - start > limit {
            isCut = true
            start = searched
        }
        return nil
    }

    /// Goes on to the line behind the one that `next` gave.
    mutating func drop() {
        start = searched + 1
        searched = start
        isCut = false
    }

    /// What stands behind the last end of a line; nil when there is nothing.
    var rest: Line? {
        if isCut { return .tooLong }
        return start < end ? .text(start..<end) : nil
    }

    /// Lends the bytes of a line; `JSONParser.padding` readable bytes follow them.
    func withBytes<R>(
        of line: Range<Int>,
        _ body: (UnsafeRawBufferPointer) throws -> R
    ) rethrows -> R {
        try bytes.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[line])) }
    }

    /// Where the first end of a line stands, at or behind a place.
    private func lineEnd(from place: Int) -> Int {
        bytes.withUnsafeBytes { bytes in
            guard place < end, let base = bytes.baseAddress,
                let found = memchr(base + place, Int32(UInt8(ascii: "\n")), end - place)
            else { return end }
            return UnsafeRawPointer(found) - base
        }
    }
}
