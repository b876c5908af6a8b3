/// A place in the export's XML text.
package struct TextPosition: Hashable, Sendable {
    /// The line, from 1; the document type declaration counts although it is skipped.
    package var line: Int
    /// The number of bytes before the place, in the uncompressed text.
    package var byte: Int64

    /// Makes a position.
    package init(line: Int, byte: Int64) {
        self.line = line
        self.byte = byte
    }
}

/// Why an export could not be opened, or not read to its end.
package enum ImportError: Error, Hashable, Sendable {
    /// The file system refused, or the path names neither a file nor a folder.
    case unreadable(path: String, reason: String)
    /// The file holds nothing but blanks.
    case empty(path: String)
    /// The file is not XML, or no element begins within the limit.
    case notXML(path: String)
    /// The text is not UTF-8.
    case unsupportedEncoding(path: String, encoding: String)
    /// The file is the clinical document beside the export, which holds no activity.
    case clinicalDocument(path: String)
    /// The file is XML of another kind.
    case notAnExport(path: String, root: String)
    /// No entry of the archive, or no file of the folder, is an export.
    case noExportFound(path: String)
    /// The archive needs a password.
    case encrypted(path: String, entry: String)
    /// The archive, or the entry in it, is damaged.
    case corruptArchive(path: String, reason: String)
    /// The text ends before the export does; all records before that place were passed on.
    case truncated(at: TextPosition)
    /// The text is not well-formed; all records before that place were passed on.
    case malformed(at: TextPosition, reason: String)
    /// A bound of `ReaderLimits` was passed; all records before that place were passed on.
    case limitExceeded(at: TextPosition, limit: String)
}

extension ImportError: CustomStringConvertible {
    /// One line for the person who imports.
    package var description: String {
        switch self {
        case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
        case .empty(let path): "\(path) is empty"
        case .notXML(let path): "\(path) is neither XML nor a zip archive"
        case .unsupportedEncoding(let path, let encoding):
            "\(path) is encoded in \(encoding); exports are UTF-8"
        case .clinicalDocument(let path):
            "\(path) is the clinical document (CDA); import export.xml from the same folder"
        case .notAnExport(let path, let root):
            "\(path) is not a Health export: its root element is \(root), not HealthData"
        case .noExportFound(let path): "\(path) holds no Health export"
        case .encrypted(let path, let entry): "\(entry) in \(path) is encrypted"
        case .corruptArchive(let path, let reason): "\(path) is damaged: \(reason)"
        case .truncated(let place): "the export breaks off at \(place)"
        case .malformed(let place, let reason): "the export is damaged at \(place): \(reason)"
        case .limitExceeded(let place, let limit): "the export has too \(limit) at \(place)"
        }
    }
}

extension TextPosition: CustomStringConvertible {
    /// The place in words.
    package var description: String { "line \(line), byte \(byte)" }
}
