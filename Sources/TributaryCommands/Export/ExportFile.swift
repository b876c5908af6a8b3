import Foundation

/// A file that has its name only once it is whole.
final class ExportFile: Sendable {
    private let path: String
    private let partialPath: String
    private let descriptor: Int32

    /// Makes the file under another name beside it.
    ///
    /// - Throws: `CommandError` where it cannot be made, as beside an export that is under way.
    init(_ path: String) throws {
        self.path = path
        partialPath = path + ".partial-\(getpid())"
        descriptor = open(partialPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(partialPath) }
    }

    deinit {
        close(descriptor)
    }

    /// Appends bytes.
    func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure(partialPath) }
            rest = rest.dropFirst(count)
        }
    }

    /// Has the bytes on the disk, and gives the file its name.
    func finish() throws {
        guard fsync(descriptor) == 0, rename(partialPath, path) == 0 else {
            throw Self.failure(path)
        }
    }

    /// Removes what there is of a file that never got its name.
    func discard() {
        unlink(partialPath)
    }

    private static func failure(_ path: String) -> CommandError {
        CommandError("\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
}
