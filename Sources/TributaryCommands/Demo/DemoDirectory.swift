import Foundation

/// A fresh directory for the server of a demo.
struct DemoDirectory: Sendable {
    /// Where it is.
    let path: String

    /// Makes the directory, below `TMPDIR` or `/tmp`.
    ///
    /// Others may pass through it, though not look around: run by root, the embedded database is
    /// another user's. Its own directory and the admin token are closed to all others.
    ///
    /// - Throws: `CommandError` when it cannot be made.
    init() throws {
        let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        var template = Array("\(parent)/tributary-demo-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            let reason = String(cString: strerror(errno))
            throw CommandError("no temporary directory can be made in \(parent): \(reason)")
        }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard chmod(path, 0o711) == 0 else {
            throw CommandError("the temporary directory \(path) cannot be opened for the database")
        }
    }

    /// Removes the directory and all that is in it.
    func remove() {
        // What cannot be removed stays in the temporary directory and harms nobody.
        try? FileManager.default.removeItem(atPath: path)
    }
}
