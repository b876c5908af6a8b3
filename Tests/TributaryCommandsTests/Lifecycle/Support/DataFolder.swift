import Foundation
import Postgres

/// What a server keeps in its data directory, as seen from outside.
struct DataFolder: Sendable {
    /// The directory.
    let path: String

    /// The cluster of the embedded database.
    var cluster: String { "\(path)/postgres/postgres" }

    /// The file of the admin token.
    var adminTokenFile: String { "\(path)/admin-token" }

    /// The file of the address, which is there while a server listens.
    var addressFile: String { "\(path)/address" }

    /// What the embedded database has printed since its start.
    var databaseLog: String {
        let log = FileManager.default.contents(atPath: "\(path)/postgres/postgres.log")
        return log.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Whether there is a file of the address.
    var hasAddress: Bool { FileManager.default.fileExists(atPath: addressFile) }

    /// The admin token.
    func adminToken() throws -> String {
        try String(contentsOfFile: adminTokenFile, encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The number that PostgreSQL's first process noted; nil when there is no note.
    var postmaster: pid_t? {
        let text = try? String(contentsOfFile: "\(cluster)/postmaster.pid", encoding: .utf8)
        return text?.split(separator: "\n").first.flatMap { pid_t($0) }
    }

    /// The processes whose current directory is the cluster: PostgreSQL's, all of them.
    var databaseProcesses: [pid_t] {
        // Without /proc there is nothing to see.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter { pid in
            // A process that ends meanwhile, or is somebody else's, has no directory for us.
            let place = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/\(pid)/cwd"
            )
            return place == cluster
        }
    }

    /// Opens a connection to the embedded database past the server.
    func connect() throws -> Connection {
        try Connection(
            ConnectionConfiguration(
                "host='\(path)/postgres/run' port=5432 user=tributary dbname=tributary",
                applicationName: "test"
            )
        )
    }
}
