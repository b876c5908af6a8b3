import Foundation

/// What stands in the place of the cluster.
enum ClusterState: Sendable, Hashable {
    /// Nothing, or an empty directory.
    case absent
    /// A cluster, made by this major version.
    case present(version: String)
}

extension DataDirectory {
    /// Makes the directory if need be and makes sure that the server's user can work in it.
    ///
    /// - Throws: `.notWritable`, `.diskFull`, `.parentNotTraversable`.
    func prepare(for user: ServerUser) throws(EmbeddedPostgresError) {
        try makeDirectories(mode: user.isSwitched ? 0o711 : 0o700)
        guard access(root, W_OK | X_OK) == 0 else { throw failure(of: root, errno) }
        if user.isSwitched { try checkPath(for: user) }
    }

    /// Makes the directory and those above it that are missing.
    ///
    /// Where the server is another user, others may pass through, though not look around. The
    /// mode is set again because mkdir(2) takes away what the umask says, which could be that.
    private func makeDirectories(mode: mode_t) throws(EmbeddedPostgresError) {
        var path = ""
        for component in root.split(separator: "/") {
            path += "/\(component)"
            let wanted = path == root ? mode : 0o755
            if mkdir(path, wanted) == 0 {
                guard chmod(path, wanted) == 0 else { throw failure(of: path, errno) }
                continue
            }
            let number = errno
            var found = stat()
            guard stat(path, &found) == 0 else { throw failure(of: path, number) }
            guard found.st_mode & S_IFMT == S_IFDIR else { throw failure(of: path, ENOTDIR) }
        }
    }

    /// Looks at the place of the cluster.
    ///
    /// - Throws: `.notACluster`, `.wrongOwner`, `.notWritable`.
    func inspect(for user: ServerUser) throws(EmbeddedPostgresError) -> ClusterState {
        guard let found = fileStatus(cluster) else { return .absent }
        guard found.st_mode & S_IFMT == S_IFDIR else { throw .notACluster(path: cluster) }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: cluster)
        } catch {
            throw failure(of: cluster, EACCES)
        }
        if names.isEmpty { return .absent }
        guard names.contains("PG_VERSION") else { throw .notACluster(path: cluster) }
        guard found.st_uid == user.uid else {
            throw .wrongOwner(path: cluster, owner: found.st_uid, expected: user.uid)
        }
        guard let text = contents(of: "\(cluster)/PG_VERSION") else {
            throw failure(of: "\(cluster)/PG_VERSION", EACCES)
        }
        return .present(version: text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Makes a directory that belongs to the server's user alone, or checks that there is one.
    ///
    /// - Throws: `.notWritable`, `.diskFull`, `.wrongOwner`.
    func makePrivateDirectory(
        _ path: String,
        for user: ServerUser
    ) throws(EmbeddedPostgresError) {
        if mkdir(path, 0o700) == 0 {
            guard chown(path, user.uid, user.gid) == 0 else { throw failure(of: path, errno) }
            return
        }
        guard errno == EEXIST, let found = fileStatus(path) else { throw failure(of: path, errno) }
        guard found.st_mode & S_IFMT == S_IFDIR else { throw failure(of: path, ENOTDIR) }
        guard found.st_uid == user.uid else {
            throw .wrongOwner(path: path, owner: found.st_uid, expected: user.uid)
        }
        guard chmod(path, 0o700) == 0 else { throw failure(of: path, errno) }
    }

    /// Turns an error number about a path into an error.
    func failure(of path: String, _ number: Int32) -> EmbeddedPostgresError {
        if number == ENOSPC || number == EDQUOT { return .diskFull(path: path) }
        return .notWritable(path: path, reason: String(cString: strerror(number)))
    }

    /// Checks that the user may pass through every directory down to the cluster.
    ///
    /// access(2) cannot ask for another user, so the permission bits are read as the kernel does:
    /// the owner's, else the group's, else the others' (path_resolution(7)).
    private func checkPath(for user: ServerUser) throws(EmbeddedPostgresError) {
        var path = ""
        for component in [""] + root.split(separator: "/").map(String.init) {
            path += path.hasSuffix("/") ? component : "/\(component)"
            var found = stat()
            guard stat(path, &found) == 0 else { throw failure(of: path, errno) }
            let bit =
                found.st_uid == user.uid
                ? S_IXUSR : found.st_gid == user.gid ? S_IXGRP : S_IXOTH
            guard found.st_mode & bit != 0 else {
                throw .parentNotTraversable(path: path, user: user.name)
            }
        }
    }
}

/// What lstat(2) says about a path; nil when nothing is there or it cannot be seen.
func fileStatus(_ path: String) -> stat? {
    var found = stat()
    return lstat(path, &found) == 0 ? found : nil
}

/// A small file's text; nil when it cannot be read.
func contents(of path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
}
