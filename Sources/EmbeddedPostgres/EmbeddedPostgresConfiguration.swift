/// Where a private database lives and how long its steps may take.
package struct EmbeddedPostgresConfiguration: Sendable {
    /// The directory that holds the cluster, its socket and its log; made when it is missing.
    package var dataDirectory: String
    /// The directory of `initdb` and `postgres`; nil looks for them.
    package var programDirectory: String?
    /// Server settings by name, on top of PostgreSQL's defaults.
    ///
    /// The socket, the port and the addresses are not negotiable. `fsync=off` is for tests: a
    /// crash of the machine then destroys the cluster.
    package var settings: [String: String]
    /// How long a start, with the recovery after a crash, may take.
    package var startTimeout: Duration
    /// How long a stop may take before the server is ended the hard way.
    package var stopTimeout: Duration
    /// How long a start waits for a server on the same directory that is on its way out.
    package var takeoverTimeout: Duration
    /// How many failures in quick succession are answered by a restart.
    package var restartLimit: Int

    /// Makes a configuration; everything but the directory has a default.
    package init(
        dataDirectory: String,
        programDirectory: String? = nil,
        settings: [String: String] = [:],
        startTimeout: Duration = .seconds(60),
        stopTimeout: Duration = .seconds(30),
        takeoverTimeout: Duration = .seconds(10),
        restartLimit: Int = 8
    ) {
        self.dataDirectory = dataDirectory
        self.programDirectory = programDirectory
        self.settings = settings
        self.startTimeout = startTimeout
        self.stopTimeout = stopTimeout
        self.takeoverTimeout = takeoverTimeout
        self.restartLimit = restartLimit
    }
}
