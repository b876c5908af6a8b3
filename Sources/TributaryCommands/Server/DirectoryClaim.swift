import Foundation
import Synchronization

/// The right to serve from a data directory, held until it is released or its process ends.
///
/// The kernel drops the lock with the process, however that ends, so it is never stale.
final class DirectoryClaim: Sendable {
    private let descriptor: Mutex<Int32?>

    /// Claims a directory that exists.
    ///
    /// - Throws: `CommandError` when another server has it, or the lock cannot be written.
    init(_ directory: ServerDirectory) throws {
        let file = open(directory.lockFile, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            let reason = String(cString: strerror(errno))
            throw CommandError("\(directory.lockFile) cannot be written: \(reason)")
        }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            throw CommandError("another server uses the data directory \(directory.path)")
        }
        descriptor = Mutex(file)
    }

    deinit { release() }

    /// Lets another server have the directory; once is as good as often.
    func release() {
        guard let file = descriptor.withLock({ $0.take() }) else { return }
        // A child that was forked and has not yet become its program shares the lock: closing alone
        // would leave it locked until then.
        flock(file, LOCK_UN)
        close(file)
    }
}
