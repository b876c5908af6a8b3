import ChildProcesses
import Foundation

/// Everything needed to start the server of one cluster, again and again.
struct ServerLaunch: Sendable {
    let directory: DataDirectory
    let programs: PostgresPrograms
    let user: ServerUser
    let settings: [String: String]
    /// Where the server prints to.
    var log: ServerLog { ServerLog(path: directory.log) }

    /// Starts the server's process; it is not ready yet.
    ///
    /// - Throws: `.socketOccupied`, `.notWritable`, `.launcherMissing`, `.spawnFailed`.
    func spawn() throws(EmbeddedPostgresError) -> ChildProcess {
        try directory.makePrivateDirectory(directory.sockets, for: user)
        try clearSocket()
        let command = try user.launcher(deathSignal: "INT") + [programs.postgres]
        return try start(command + arguments, output: directory.log)
    }

    /// Whether the process has become a server that accepts connections.
    func isReady(_ child: ChildProcess) -> Bool {
        let note = PostmasterFile.read(cluster: directory.cluster)
        return note?.process == child.pid && note?.isReady == true
    }

    /// The server's arguments; of a setting that comes twice the later value counts.
    ///
    /// `terse` keeps row values, which the detail of an error quotes, out of the log.
    private var arguments: [String] {
        let defaults = [
            "timezone": "UTC", "log_timezone": "UTC", "lc_messages": "C",
            "log_error_verbosity": "terse", "log_checkpoints": "off",
            "cluster_name": "tributary",
        ]
        let fixed = [
            "listen_addresses": "", "port": "\(serverPort)",
            "unix_socket_directories": quotedPath, "unix_socket_permissions": "0700",
            "logging_collector": "off", "log_destination": "stderr",
        ]
        let merged = defaults.merging(settings) { _, own in own }.merging(fixed) { _, ours in ours }
        let options = merged.sorted { $0.key < $1.key }.flatMap { ["-c", "\($0.key)=\($0.value)"] }
        return ["-D", directory.cluster] + options
    }

    /// The directory in quotation marks: the setting is a list, and a path may hold spaces.
    private var quotedPath: String {
        "\"" + directory.sockets.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }

    /// Removes the socket of a server that is gone; its lock file may name a recycled process.
    private func clearSocket() throws(EmbeddedPostgresError) {
        guard fileStatus(directory.socket) != nil else {
            unlink("\(directory.socket).lock")
            return
        }
        if isListening(directory.socket) { throw .socketOccupied(path: directory.socket) }
        unlink(directory.socket)
        unlink("\(directory.socket).lock")
    }
}

/// Whether a program accepts connections on a unix socket.
private func isListening(_ path: String) -> Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
        $0.copyBytes(from: Array(path.utf8.prefix(107)))
    }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let status = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(descriptor, $0, length)
        }
    }
    return status == 0
}
