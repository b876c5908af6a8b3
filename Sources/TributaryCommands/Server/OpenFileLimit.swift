import Foundation

/// How many files, sockets among them, this process may have open.
struct OpenFileLimit: Sendable, Hashable {
    /// The files it may have open.
    let files: Int

    /// What a server needs beside its clients' sockets: the database's, the log, what libraries open.
    static let reserve = 192

    /// Raises the soft limit as far as it has to be for so many connections and it may be.
    ///
    /// Never lowers it. What is left where the hard limit is lower is the caller's to deal with.
    static func raise(forConnections connections: Int) -> OpenFileLimit {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return OpenFileLimit(files: 1024) }
        let wanted = rlim_t(connections + reserve)
        if limit.rlim_cur < wanted {
            var raised = limit
            raised.rlim_cur = min(wanted, limit.rlim_max)
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return OpenFileLimit(files: Int(clamping: limit.rlim_cur))
    }

    /// Of so many connections those that there are files for; at least two, one a thread.
    func connections(of wanted: Int) -> Int {
        max(2, min(wanted, files - Self.reserve))
    }
}
