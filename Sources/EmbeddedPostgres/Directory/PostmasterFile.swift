import Foundation

/// What `postmaster.pid` says: PostgreSQL's note about the server that uses a cluster.
struct PostmasterFile: Sendable, Hashable {
    /// The server's process number; line 1.
    let process: pid_t
    /// Whether it accepts connections; line 8 reads `ready` then (`pg_ctl` goes by it too).
    let isReady: Bool
    /// Whether it was asked to end and is about to; line 8 reads `stopping` then.
    let isStopping: Bool

    /// Reads the file's text; nil when it is not one, or is half-written.
    init?(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = lines.first, let process = pid_t(first), process > 0 else { return nil }
        self.process = process
        let status = lines.count > 7 ? lines[7] : ""
        isReady = status.hasPrefix("ready")
        isStopping = status.hasPrefix("stopping")
    }

    /// Reads the file of a cluster; nil when there is none.
    static func read(cluster: String) -> PostmasterFile? {
        contents(of: path(cluster)).flatMap(PostmasterFile.init)
    }

    /// Whether there is a process of this number, whatever it is.
    var isAlive: Bool { kill(process, 0) == 0 || errno == EPERM }

    /// Whether the process is alive and is a server of this cluster, not one that has its number.
    ///
    /// A server's current directory is its cluster. Where /proc cannot tell, a living process
    /// counts as the server.
    func isServer(of cluster: String) -> Bool {
        guard isAlive else { return false }
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/\(process)/cwd", &buffer, buffer.count)
        guard length > 0 else { return true }
        let place = String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return place == URL(fileURLWithPath: cluster).resolvingSymlinksInPath().path
    }

    /// Makes PostgreSQL see that a note about a process that is no server is stale.
    ///
    /// The server refuses to start while the noted process lives, and cannot tell whose it is. It
    /// does ignore its own parent's number, and then still checks that no process of the old server
    /// is left on the shared memory; so the note gets our number instead of being removed.
    func disown(cluster: String) throws(EmbeddedPostgresError) {
        let path = Self.path(cluster)
        guard let text = contents(of: path) else { return }
        let rest = text.drop { $0 != "\n" }
        do {
            try Data("\(getpid())\(rest)".utf8).write(to: URL(fileURLWithPath: path))
        } catch {
            throw .notWritable(path: path, reason: "the stale note in it cannot be corrected")
        }
    }

    private static func path(_ cluster: String) -> String { "\(cluster)/postmaster.pid" }
}
