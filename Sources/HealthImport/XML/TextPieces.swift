/// A text on its way from a source to the parser, piece by piece, through one buffer.
struct TextPieces {
    /// Bytes taken from the source so far.
    private(set) var bytesRead: Int64 = 0
    /// Whether the parser has been given the end of the text.
    private(set) var isAtEnd = false
    private let source: any ByteSource
    private let limits: ReaderLimits
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private var head: ArraySlice<UInt8>
    private var filter = CharacterFilter()
    /// Bytes at the front of the buffer that await the next piece.
    private var kept = 0

    /// Begins with bytes that were read before.
    init(source: any ByteSource, head: [UInt8], limits: ReaderLimits) {
        self.source = source
        self.head = head[...]
        self.limits = limits
        buffer = .allocate(capacity: limits.chunkBytes + CharacterFilter.longestReference)
    }

    /// Frees the buffer; to be called once, at the end.
    func deallocate() {
        buffer.deallocate()
    }

    /// The characters that were replaced on the way.
    var replacements: Int { filter.replacements }

    /// Reads the next piece and has it parsed; ends the text when there is none.
    mutating func parseNext(with parser: PushParser) throws(ImportError) {
        let free = UnsafeMutableBufferPointer(rebasing: buffer[kept..<(kept + limits.chunkBytes)])
        let count = try fill(free)
        bytesRead += Int64(count)
        let filled = UnsafeMutableBufferPointer(rebasing: buffer[..<(kept + count)])
        let ready = filter.clean(filled, isLast: count == 0)
        try parser.parse(UnsafeBufferPointer(rebasing: filled[..<ready]))
        kept = filled.count - ready
        for index in 0..<kept { buffer[index] = buffer[ready + index] }
        if count == 0 {
            isAtEnd = true
            try parser.finish()
        } else if bytesRead > limits.totalBytes {
            throw .limitExceeded(at: parser.position, limit: "many bytes")
        }
    }

    private mutating func fill(
        _ free: UnsafeMutableBufferPointer<UInt8>
    ) throws(ImportError) -> Int {
        guard !head.isEmpty else {
            return try source.read(into: UnsafeMutableRawBufferPointer(free))
        }
        let part = head.prefix(free.count)
        _ = free.update(fromContentsOf: part)
        head = head.dropFirst(part.count)
        return part.count
    }
}
