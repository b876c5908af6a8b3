/// The first bytes of a text, up to its root element and somewhat beyond.
struct DocumentHead {
    /// What was read so far.
    private(set) var bytes: [UInt8]
    /// What precedes the root element.
    let prolog: Prolog

    /// Reads until the root element begins.
    ///
    /// - Throws: `empty`, `notXML` or `unsupportedEncoding` when none begins within `limit` bytes,
    ///   and what the source throws.
    init(of source: any ByteSource, limit: Int) throws(ImportError) {
        var bytes: [UInt8] = []
        var wanted = min(limit, 16 << 10)
        while true {
            let isAtEnd = try Self.fill(&bytes, to: wanted, from: source)
            try Self.checkEncoding(of: bytes, path: source.path)
            switch Prolog.scan(bytes) {
            case .found(let prolog):
                self.bytes = bytes
                self.prolog = prolog
                return
            case .incomplete where !isAtEnd && bytes.count < limit:
                wanted = min(limit, bytes.count * 2)
            case .incomplete, .notXML:
                let isBlank = isAtEnd && bytes.allSatisfy { $0 <= UInt8(ascii: " ") }
                throw isBlank ? .empty(path: source.path) : .notXML(path: source.path)
            }
        }
    }

    /// Replaces everything before the root element by blanks, which keeps all positions.
    ///
    /// Line breaks stay. The encoding declaration goes too: exports are UTF-8, and what is not
    /// UTF-8 is an error with a place rather than a guess.
    mutating func blankProlog() {
        for index in 0..<prolog.length where bytes[index] != UInt8(ascii: "\n") {
            bytes[index] = UInt8(ascii: " ")
        }
    }

    /// Checks that the text is an export.
    ///
    /// - Throws: `clinicalDocument` for the twin of an export, `notAnExport` for other XML.
    func requireExport(path: String) throws(ImportError) {
        switch prolog.root.split(separator: ":").last {
        case "HealthData": return
        case "ClinicalDocument": throw .clinicalDocument(path: path)
        default: throw .notAnExport(path: path, root: String(prolog.root.prefix(100)))
        }
    }

    /// Appends bytes until there are `count` of them; true at the end of the source.
    private static func fill(
        _ bytes: inout [UInt8],
        to count: Int,
        from source: any ByteSource
    ) throws(ImportError) -> Bool {
        var used = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: count - used))
        defer { bytes.removeLast(bytes.count - used) }
        while used < count {
            let result = bytes.withUnsafeMutableBytes { buffer -> Result<Int, ImportError> in
                let free = UnsafeMutableRawBufferPointer(rebasing: buffer[used...])
                do throws(ImportError) { return .success(try source.read(into: free)) } catch {
                    return .failure(error)
                }
            }
            let read = try result.get()
            if read == 0 { return true }
            used += read
        }
        return false
    }

    /// Tells UTF-16 and UTF-32 by their byte order mark or by a zero among the first four bytes.
    private static func checkEncoding(of bytes: [UInt8], path: String) throws(ImportError) {
        let start = Array(bytes.prefix(4))
        let hasMark = start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF])
        let isWide = start.contains(0) && start.contains(UInt8(ascii: "<"))
        guard !hasMark, !isWide else {
            throw .unsupportedEncoding(path: path, encoding: "UTF-16 or UTF-32")
        }
    }
}
