import Foundation

/// A file that is read in pieces.
///
/// Not Sendable: it belongs to whoever reads.
final class ReadableFile {
    private let path: String
    private let descriptor: Int32

    /// Opens a file.
    ///
    /// - Throws: `damaged` where this file can never be read, `disk` for every other reason.
    init(_ path: String) throws(OutboxError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(path) }
    }

    deinit { close(descriptor) }

    /// The next piece; empty at the end.
    ///
    /// - Throws: As the initialiser.
    func next() throws(OutboxError) -> [UInt8] {
        var size = -1
        let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { bytes, count in
            repeat {
                size = read(descriptor, bytes.baseAddress, Self.pieceSize)
            } while size < 0 && errno == EINTR
            count = max(0, size)
        }
        guard size >= 0 else { throw Self.failure(path) }
        return piece
    }

    /// The bytes of a whole file.
    ///
    /// - Throws: As the initialiser.
    static func bytes(of path: String) throws(OutboxError) -> [UInt8] {
        let file = try ReadableFile(path)
        var bytes: [UInt8] = []
        while true {
            let piece = try file.next()
            guard !piece.isEmpty else { return bytes }
            bytes += piece
        }
    }

    /// A bad spot on the disk, or somebody's rights, must not keep what comes behind the file.
    private static func failure(_ path: String) -> OutboxError {
        let isLasting = [EIO, EACCES, EISDIR].contains(errno)
        return OutboxError(
            isLasting ? .damaged : .disk,
            "\(path) cannot be read: \(systemReason())"
        )
    }

    private static let pieceSize = 256 * 1024
}
