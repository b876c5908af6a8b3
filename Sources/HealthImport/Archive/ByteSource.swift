/// An export's text, read from front to back.
protocol ByteSource: AnyObject {
    /// Where it comes from, for messages.
    var path: String { get }
    /// The size of the whole text, uncompressed, as far as known beforehand.
    var totalBytes: Int64 { get }
    /// Reads up to the size of the buffer and returns how much; 0 is the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int
}

/// Where an export lies.
enum ExportLocation: Hashable, Sendable {
    /// A file of its own.
    case file(path: String)
    /// An entry of a zip archive, by position since names may repeat.
    case archiveEntry(path: String, index: UInt64)

    /// Opens the text from its beginning.
    func open() throws(ImportError) -> any ByteSource {
        switch self {
        case .file(let path): try FileSource(path: path)
        case .archiveEntry(let path, let index): try ZipArchive(path: path).entry(at: index)
        }
    }
}
