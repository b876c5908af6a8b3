/// Why the private database does not run; each description is one line that says what to do.
package enum EmbeddedPostgresError: Error, Sendable, Hashable {
    /// `initdb` or `postgres` is nowhere to be found.
    case programsMissing(searched: [String])
    /// `setpriv`, which ties the server's life to ours, is nowhere to be found.
    case launcherMissing
    /// We are root, the server must not be, and there is no user to run it as.
    case userMissing(name: String)
    /// The directory cannot be made or written to.
    case notWritable(path: String, reason: String)
    /// The place of the cluster holds something else.
    case notACluster(path: String)
    /// The cluster belongs to another user than the one the server runs as.
    case wrongOwner(path: String, owner: UInt32, expected: UInt32)
    /// The cluster was made by a major version that is not installed.
    case wrongVersion(path: String, found: String, installed: [Int])
    /// The user that the server runs as cannot enter a directory on the way to the cluster.
    case parentNotTraversable(path: String, user: String)
    /// Another live server uses the directory.
    case inUse(path: String, process: Int32?)
    /// Another program listens on the socket.
    case socketOccupied(path: String)
    /// The disk is full.
    case diskFull(path: String)
    /// Making the cluster failed.
    case creationFailed(lastLine: String)
    /// The server ended instead of starting.
    case startFailed(lastLine: String)
    /// The server was not ready in time.
    case startTimeout(limit: Duration, lastLine: String)
    /// A program could not be started at all.
    case spawnFailed(program: String, reason: String)
    /// The server was stopped while it started.
    case stopped
}

extension EmbeddedPostgresError: CustomStringConvertible {
    /// One line for the person who starts the server.
    package var description: String {
        switch self {
        case .programsMissing(let searched):
            "initdb and postgres were not found in \(searched.joined(separator: ", "));"
                + " install PostgreSQL 15 or newer (Debian: apt install postgresql)"
        case .launcherMissing:
            "setpriv was not found; install util-linux (Debian: apt install util-linux)"
        case .userMissing(let name):
            "PostgreSQL does not run as root and there is no user \(name) to run it as;"
                + " install PostgreSQL (Debian: apt install postgresql) or do not start as root"
        case .notWritable(let path, let reason):
            "the data directory \(path) cannot be written: \(reason)"
        case .notACluster(let path):
            "\(path) is not empty and is no PostgreSQL cluster; choose another data directory"
        case .wrongOwner(let path, let owner, let expected):
            "\(path) belongs to user \(owner) and must belong to user \(expected)"
        case .wrongVersion(let path, let found, let installed):
            "\(path) was made by PostgreSQL \(found) and only"
                + " \(installed.map(String.init).joined(separator: ", ")) is installed"
        case .parentNotTraversable(let path, let user):
            "user \(user) cannot enter \(path), which lies on the way to the data directory;"
                + " allow it (chmod o+x) or choose another data directory"
        case .inUse(let path, let process):
            "another server\(process.map { " (process \($0))" } ?? "") uses \(path)"
        case .socketOccupied(let path): "another program listens on the socket \(path)"
        case .diskFull(let path): "the disk that holds \(path) is full"
        case .creationFailed(let line): "initdb failed: \(line)"
        case .startFailed(let line): "PostgreSQL did not start: \(line)"
        case .startTimeout(let limit, let line):
            "PostgreSQL was not ready within \(limit); its last words: \(line)"
        case .spawnFailed(let program, let reason): "\(program) could not be started: \(reason)"
        case .stopped: "PostgreSQL was stopped while it started"
        }
    }
}
