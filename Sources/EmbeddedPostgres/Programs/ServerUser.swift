import Foundation

/// The operating-system user that the server runs as.
struct ServerUser: Sendable, Hashable {
    /// The user's name; empty when nobody asked for it.
    let name: String
    let uid: UInt32
    let gid: UInt32
    /// Whether it is another user than ours, to which the server has to be switched.
    let isSwitched: Bool

    /// Chooses the user: ourselves, or `postgres` when we are root, which PostgreSQL refuses.
    ///
    /// - Throws: `.userMissing`.
    static func choose() throws(EmbeddedPostgresError) -> ServerUser {
        guard geteuid() == 0 else {
            return ServerUser(name: "", uid: geteuid(), gid: getegid(), isSwitched: false)
        }
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16 * 1024)
        let name = "postgres"
        let status = getpwnam_r(name, &entry, &buffer, buffer.count, &found)
        guard status == 0, found != nil else { throw .userMissing(name: name) }
        return ServerUser(name: name, uid: entry.pw_uid, gid: entry.pw_gid, isSwitched: true)
    }

    /// The command that runs another as this user and ends it when our thread ends.
    ///
    /// `setpriv` asks the kernel to send the signal when the *thread* that started the program
    /// ends, whichever way, `kill -9` of the process included (prctl(2), PR_SET_PDEATHSIG).
    ///
    /// - Throws: `.launcherMissing`.
    func launcher(deathSignal: String) throws(EmbeddedPostgresError) -> [String] {
        guard let env = findProgram("env"), let setpriv = findProgram("setpriv") else {
            throw .launcherMissing
        }
        // The server's user may be unable to enter the directory that we are in.
        let common = [env, "--chdir=/", setpriv, "--pdeathsig", deathSignal]
        guard isSwitched else { return common }
        return common + [
            "--reuid=\(uid)", "--regid=\(gid)", "--clear-groups", "--inh-caps=-all",
        ]
    }
}
