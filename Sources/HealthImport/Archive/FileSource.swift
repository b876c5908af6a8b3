import Foundation

/// A plain file; owns its descriptor.
final class FileSource: ByteSource {
    let path: String
    let totalBytes: Int64
    private let descriptor: Int32

    /// Opens a regular file; anything else (a pipe, a device) is refused, since it could block.
    init(path: String) throws(ImportError) {
        let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.refusal(path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .unreadable(path: path, reason: "not a regular file")
        }
        self.path = path
        self.descriptor = descriptor
        totalBytes = Int64(status.st_size)
    }

    deinit {
        // Nothing was written, so a failing close loses nothing.
        close(descriptor)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
        while true {
            let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw Self.refusal(path) }
        }
    }

    private static func refusal(_ path: String) -> ImportError {
        .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
}
