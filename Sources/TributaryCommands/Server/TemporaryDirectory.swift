import Foundation

/// A fresh directory for a server that is not to stay.
struct TemporaryDirectory: Sendable {
    /// Where it is.
    let path: String

    /// Where programs put what is not to stay: `TMPDIR`, else `/tmp`.
    static var standardParent: String {
        ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    }

    /// Makes the directory below another one; the name only helps people.
    ///
    /// Others may pass through it, though not look around: run by root, the embedded database is
    /// another user's. Its own directory and the admin token are closed to all others.
    ///
    /// - Throws: `CommandError` when it cannot be made.
    init(named name: String, in parent: String) throws {
        var template = Array("\(parent)/tributary-\(name)-XXXXXX".utf8CString)
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
