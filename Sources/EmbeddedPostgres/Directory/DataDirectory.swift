import Foundation

/// The places inside the data directory.
///
/// The cluster is a directory of its own in it, so that other things of the server can live beside
/// it and a half-made cluster is never taken for a whole one.
struct DataDirectory: Sendable, Hashable {
    /// The directory itself, as an absolute path.
    let root: String

    /// Takes a path, relative ones from the current directory.
    init(_ path: String) {
        root = URL(fileURLWithPath: path).standardizedFileURL.path
    }

    /// The cluster, PostgreSQL's own data directory.
    var cluster: String { "\(root)/postgres" }
    /// The cluster while it is being made; renamed when it is whole.
    var unfinishedCluster: String { "\(root)/postgres.new" }
    /// What the server prints.
    var log: String { "\(root)/postgres.log" }
    /// The file whose lock says that a program of ours uses the directory.
    var lock: String { "\(root)/postgres.lock" }

    /// The directory of the server's socket.
    ///
    /// A socket's path has room for 107 bytes (unix(7)); where the data directory lies deeper, or
    /// has a comma in its path, which libpq takes for a list, a directory in /tmp stands in. Its
    /// name comes from the path, so that it is the same at every start.
    var sockets: String {
        let own = "\(root)/run"
        let fits = "\(own)/\(socketName)".utf8.count <= 107
        return fits && !own.contains(",") ? own : "/tmp/tributary-\(fingerprint)"
    }

    /// The server's socket.
    var socket: String { "\(sockets)/\(socketName)" }

    /// Removes the directory in /tmp, if one stood in for our own; it is empty by then.
    func removeSubstitute() {
        if !sockets.hasPrefix(root) { _ = rmdir(sockets) }
    }

    private var socketName: String { ".s.PGSQL.\(serverPort)" }

    /// FNV-1a, 64 bits, of the path in hexadecimal.
    private var fingerprint: String {
        let hash = root.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return String(hash, radix: 16)
    }
}

/// The number in the socket's name; with a private directory any will do.
let serverPort = 5432
