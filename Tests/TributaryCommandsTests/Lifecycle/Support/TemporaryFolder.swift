import Foundation
import Synchronization

/// A folder that anybody may pass through and that is gone with the value.
final class TemporaryFolder: Sendable {
    /// Where it is.
    let path: String

    private let runs = Atomic<Int>(0)

    /// Makes a folder of a new name.
    init() throws {
        path = "/tmp/tributary-life-\(String(UInt64.random(in: .min ... .max), radix: 16))"
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o711]
        )
    }

    deinit {
        // Nothing can be done about a file that refuses to go.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Two names for what the next program prints.
    func newOutputFiles() -> (output: String, errors: String) {
        let run = runs.add(1, ordering: .relaxed).newValue
        return ("\(path)/\(run).out", "\(path)/\(run).err")
    }
}

/// The mode bits of a file; nil when there is none.
func mode(of path: String) -> mode_t? {
    var found = stat()
    return stat(path, &found) == 0 ? found.st_mode & 0o777 : nil
}
