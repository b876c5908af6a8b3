import Foundation

@testable import HealthOutbox

/// A directory for an outbox that is gone with its owner.
final class TemporaryOutbox: Sendable {
    /// Where it is.
    let path = "/tmp/tributary-outbox-\(UUID().uuidString)"

    deinit {
        // What stays in the temporary directory harms nobody.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Opens the outbox.
    func open(_ settings: OutboxSettings = OutboxSettings()) throws -> HealthOutbox {
        try HealthOutbox(directory: path, settings: settings)
    }

    /// The names in one of its directories, sorted.
    func names(_ directory: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(directory)")
        return (names ?? []).sorted()
    }

    /// The text of all files in one of its directories, in the order of their names.
    func text(_ directory: String) -> String {
        names(directory).map { name in
            let bytes = FileManager.default.contents(atPath: "\(path)/\(directory)/\(name)")
            return String(decoding: bytes ?? Data(), as: UTF8.self)
        }.joined()
    }

    /// Drops a file as a script does, by renaming it.
    func drop(_ text: String, as name: String) throws {
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/.\(name)"))
        rename("\(path)/.\(name)", "\(path)/\(name)")
    }
}
