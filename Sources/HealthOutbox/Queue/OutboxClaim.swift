import Foundation

/// The right to use an outbox, held until the value goes or its process ends.
///
/// The kernel drops the lock with the process, however that ends, so it is never stale.
final class OutboxClaim: Sendable {
    private let descriptor: Int32

    /// Claims a directory that exists.
    ///
    /// - Throws: `inUse` when it is claimed already; `disk`.
    init(_ directory: String) throws(OutboxError) {
        let path = directory + "/lock"
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw OutboxError(.disk, "\(path) cannot be written: \(systemReason())")
        }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            throw OutboxError(.inUse, "another process uses the outbox \(directory)")
        }
        descriptor = file
    }

    deinit {
        // A child that was forked and has not yet become its program shares the lock: closing alone
        // would leave it locked until then.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
