import Foundation

/// A directory in which files appear whole and on disk, or not at all.
///
/// Its calls block for the disk.
struct DurableDirectory: Sendable {
    /// Where it is.
    let path: String

    /// Opens a directory, made where there is none, for its owner alone.
    ///
    /// One that exists keeps its mode.
    ///
    /// - Throws: `disk`.
    init(_ path: String) throws(OutboxError) {
        self.path = path
        var status = stat()
        guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFDIR else {
            throw OutboxError(.disk, "\(path) is not a directory")
        }
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw OutboxError(.disk, "\(path) cannot be made: \(systemReason())")
        }
        // The entry of a new directory is as important as what will be in it.
        try Self.synchronize((path as NSString).deletingLastPathComponent)
        try synchronize()
    }

    /// The names in it, sorted.
    ///
    /// - Throws: `disk`.
    func names() throws(OutboxError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        } catch {
            throw OutboxError(.disk, "\(path) cannot be listed: \(systemReason())")
        }
    }

    /// The path of a file in it.
    func file(_ name: String) -> String { path + "/" + name }

    /// Writes a file, in the place of one of that name; on disk when the call returns.
    ///
    /// - Throws: `disk`; then the file is as it was before.
    func write(_ bytes: [UInt8], as name: String) throws(OutboxError) {
        let temporary = "." + name
        do throws(OutboxError) {
            try Self.write(bytes, to: file(temporary))
            try move(temporary, to: name, in: self)
        } catch {
            // What stays is swept up when the outbox is opened the next time.
            unlink(file(temporary))
            throw error
        }
    }

    /// Moves a file, in the place of one of that name; on disk when the call returns.
    ///
    /// - Throws: `disk`.
    func move(
        _ name: String,
        to other: String,
        in directory: DurableDirectory
    ) throws(OutboxError) {
        guard rename(file(name), directory.file(other)) == 0 else {
            throw OutboxError(.disk, "\(file(name)) cannot be moved: \(systemReason())")
        }
        try directory.synchronize()
        if directory.path != path { try synchronize() }
    }

    /// Removes a file; one that is gone is as good.
    ///
    /// - Throws: `disk`.
    func remove(_ name: String) throws(OutboxError) {
        guard unlink(file(name)) == 0 || errno == ENOENT else {
            throw OutboxError(.disk, "\(file(name)) cannot be removed: \(systemReason())")
        }
        try synchronize()
    }

    /// Removes what writes that were cut off left behind.
    ///
    /// - Throws: `disk`.
    func sweep() throws(OutboxError) {
        for name in try names() where name.hasPrefix(".") { try remove(name) }
    }

    private func synchronize() throws(OutboxError) { try Self.synchronize(path) }

    /// Brings the entries of a directory to the disk.
    private static func synchronize(_ path: String) throws(OutboxError) {
        let descriptor = open(path.isEmpty ? "." : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0, fsync(descriptor) == 0 else {
            let reason = systemReason()
            if descriptor >= 0 { close(descriptor) }
            throw OutboxError(.disk, "\(path) cannot be brought to the disk: \(reason)")
        }
        close(descriptor)
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(OutboxError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw OutboxError(.disk, "\(path) cannot be written: \(systemReason())")
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        let isWhole = rest.isEmpty && fsync(descriptor) == 0
        let reason = systemReason()
        // Some file systems tell of a full disk only here.
        guard close(descriptor) == 0, isWhole else {
            throw OutboxError(.disk, "\(path) cannot be written: \(reason)")
        }
    }
}

/// What the system says about the call that failed last.
func systemReason() -> String { String(cString: strerror(errno)) }
