import ChildProcesses
import Foundation

/// The superuser role of every private cluster.
let superuser = "tributary"

/// Makes a cluster beside its place and moves it there once it is whole.
///
/// What an interrupted attempt left is removed. The move is one rename(2), so at no moment is there
/// half a cluster in the place.
///
/// - Throws: `.creationFailed`, `.diskFull`, `.notWritable`, `.spawnFailed`.
func createCluster(
    in directory: DataDirectory,
    with programs: PostgresPrograms,
    as user: ServerUser,
    isDurable: Bool
) throws(EmbeddedPostgresError) {
    let place = directory.unfinishedCluster
    try remove(place, directory)
    try directory.makePrivateDirectory(place, for: user)
    let log = ServerLog(path: "\(directory.root)/initdb.log")
    try remove(log.path, directory)
    let command = try user.launcher(deathSignal: "KILL") + [programs.initdb] + initdbOptions(place)
    let child = try start(command + (isDurable ? [] : ["--no-sync"]), output: log.path)
    let isMade = child.reap() == 0
    guard isMade else {
        throw failure(in: log.text(from: 0), directory) { .creationFailed(lastLine: $0) }
    }
    guard rename(place, directory.cluster) == 0 else {
        throw directory.failure(of: directory.cluster, errno)
    }
    try remove(log.path, directory)
}

/// Trust is enough: nobody but the server's user and root can enter the socket's directory.
private func initdbOptions(_ place: String) -> [String] {
    [
        "--pgdata=\(place)", "--username=\(superuser)", "--encoding=UTF8", "--no-locale",
        "--data-checksums", "--auth-local=trust", "--auth-host=reject", "--no-instructions",
    ]
}

/// Removes a file, or a directory with all that is in it.
///
/// The last backend of an initdb that was killed lives until it has read what it was told, and may
/// write into the directory as it is emptied; once that is gone, it no longer can.
private func remove(
    _ path: String,
    _ directory: DataDirectory
) throws(EmbeddedPostgresError) {
    let deadline = ContinuousClock.now + .seconds(10)
    while fileStatus(path) != nil {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            guard ContinuousClock.now < deadline else { throw directory.failure(of: path, EACCES) }
            usleep(20_000)
        }
    }
}
