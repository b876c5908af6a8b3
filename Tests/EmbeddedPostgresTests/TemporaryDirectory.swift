import Foundation

@testable import EmbeddedPostgres

/// A directory that anybody may pass through and that is gone with the value.
final class TemporaryDirectory: Sendable {
    /// Where it is.
    let path: String

    /// Makes a directory of a new name.
    init() throws {
        path = "/tmp/tributary-directory-\(UInt64.random(in: .min ... .max))"
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

    /// A server that would live in a directory inside; without fsync, since it is soon gone.
    func server(
        _ name: String = "data",
        adjusting adjust: (inout EmbeddedPostgresConfiguration) -> Void = { _ in },
        onFailure: @escaping @Sendable (EmbeddedPostgresError) -> Void = { _ in }
    ) -> EmbeddedPostgres {
        var configuration = EmbeddedPostgresConfiguration(
            dataDirectory: "\(path)/\(name)",
            settings: ["fsync": "off", "shared_buffers": "16MB"]
        )
        adjust(&configuration)
        return EmbeddedPostgres(configuration, onFailure: onFailure)
    }

    /// The same directory as the server sees it.
    var data: DataDirectory { DataDirectory("\(path)/data") }
}
