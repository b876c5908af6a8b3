import Foundation

/// The lock on a data directory, held until the value goes.
///
/// The kernel drops it when the process ends, however that happens, so it is never stale.
struct DirectoryLock: ~Copyable {
    private let descriptor: Int32

    private init(descriptor: Int32) { self.descriptor = descriptor }

    /// Takes the lock.
    ///
    /// - Throws: `.inUse` when another program of ours has it; `.notWritable`, `.diskFull`.
    static func take(
        _ directory: DataDirectory
    ) throws(EmbeddedPostgresError) -> DirectoryLock {
        let descriptor = open(directory.lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw directory.failure(of: directory.lock, errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw .inUse(path: directory.root, process: nil)
        }
        return DirectoryLock(descriptor: descriptor)
    }

    deinit {
        // A child that was forked and has not yet become its program shares the lock: closing alone
        // would leave it locked until then.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
