import Foundation

extension Supervisor {
    /// Does what comes before the first start: finds the programs, waits for a server that is on
    /// its way out, makes the cluster if there is none.
    func prepareLaunch(as user: ServerUser) throws(EmbeddedPostgresError) -> ServerLaunch {
        let found = try directory.inspect(for: user)
        var version: String?
        if case .present(let own) = found { version = own }
        let path = directory.cluster
        let programs = try PostgresPrograms.find(
            in: configuration.programDirectory,
            forClusterAt: path,
            madeBy: version
        )
        if version == nil {
            let isDurable = configuration.settings["fsync"] != "off"
            try createCluster(in: directory, with: programs, as: user, isDurable: isDurable)
        } else {
            try waitForPredecessor()
        }
        return ServerLaunch(
            directory: directory,
            programs: programs,
            user: user,
            settings: configuration.settings
        )
    }

    /// Waits for the end of a server that a killed program of ours has left behind.
    ///
    /// It has been told to end by then, which takes a second or two. One that is ending and never
    /// done is made to end at once, and recovered: PostgreSQL may get stuck when it is told while
    /// it comes back from a crash. A server that stays otherwise belongs to somebody else. A note
    /// that names a process which is no server is corrected.
    private func waitForPredecessor() throws(EmbeddedPostgresError) {
        let cluster = directory.cluster
        var deadline = ContinuousClock.now + configuration.takeoverTimeout
        var isForced = false
        while let note = PostmasterFile.read(cluster: cluster), note.isServer(of: cluster) {
            if ContinuousClock.now >= deadline {
                guard note.isStopping, !isForced else {
                    throw .inUse(path: directory.root, process: note.process)
                }
                kill(note.process, SIGQUIT)
                isForced = true
                // After five seconds it kills those of its processes that are left.
                deadline = .now + .seconds(10)
            }
            usleep(20_000)
        }
        guard let note = PostmasterFile.read(cluster: cluster), note.isAlive else { return }
        try note.disown(cluster: cluster)
    }
}
