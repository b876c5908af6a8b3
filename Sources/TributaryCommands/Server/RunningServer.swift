import EmbeddedPostgres
import Foundation
import HTTPServer
import HealthModel
import HealthService
import HealthStore
import Postgres

/// A server put together and listening.
struct RunningServer: Sendable {
    /// Where it answers.
    let url: String
    /// The token of the operator.
    let adminToken: String

    /// How many wait for changes at the moment.
    var waiters: Int { hub.waiters }
    /// Where it keeps what is its own.
    var directory: ServerDirectory { configuration.directory }
    /// How libpq reaches its database as the role that owns the schema.
    var connectionString: String { database.ownerString }

    /// What it was told.
    let configuration: ServerConfiguration
    /// What listens.
    let http: HTTPServer

    private let claim: DirectoryClaim
    private let database: Database
    private let pool: ConnectionPool
    private let settler: Settler
    private let hub: ChangeHub
    private let pruner: DeletionPruner
    private let webhooks: WebhookService
    private let service: Service

    /// Starts everything in order: database, schema, store, service, socket.
    ///
    /// What was started is stopped again when a later step fails.
    static func start(
        _ configuration: ServerConfiguration,
        log: Log,
        onFailure: @escaping @Sendable () -> Void
    ) async throws -> RunningServer {
        try configuration.directory.make()
        // Before the first file is written: another server's are not to be touched.
        let claim = try DirectoryClaim(configuration.directory)
        let adminToken = try configuration.adminToken ?? configuration.directory.adminToken()
        // Before the database, which takes a while: what is wrong with the files is told at once.
        let settings = try Self.settings(configuration, log)
        var database = try Database.open(
            url: configuration.databaseURL,
            migrationURL: configuration.migrationDatabaseURL,
            directory: configuration.directory,
            programs: configuration.programDirectory
        ) { error in
            log.write(.error, "databaseFailed", [("error", .text(error.description))])
            onFailure()
        }
        do {
            database.limits = configuration.databaseLimits
            try database.migrate()
            try database.checkRole(isRequired: configuration.isRowSecurityRequired, log)
            return try await RunningServer(
                configuration,
                settings,
                claim,
                database,
                adminToken,
                log
            )
        } catch {
            database.close()
            throw error
        }
    }

    private init(
        _ configuration: ServerConfiguration,
        _ settings: HTTPServerConfiguration,
        _ claim: DirectoryClaim,
        _ database: Database,
        _ adminToken: String,
        _ log: Log
    ) async throws {
        self.configuration = configuration
        self.claim = claim
        self.database = database
        self.adminToken = adminToken
        pool = ConnectionPool(
            database.configuration("tributary"),
            PoolConfiguration(size: configuration.databaseConnections)
        )
        settler = Self.settler(database, pool, log)
        hub = Self.hub(database, configuration, log)
        pruner = Self.pruner(database, configuration, log)
        let store = HealthStore(pool: pool, settler: settler)
        webhooks = WebhookService(database)
        let publicURL = PublicURL(configuration.publicURL)
        do {
            let seals = Seals(key: try await store.sealingKey())
            service = Service(
                store: store,
                hub: hub,
                webhooks: webhooks.start(hub, seals, configuration.webhooks, log),
                adminToken: adminToken,
                seals: seals,
                publicURL: publicURL,
                limits: configuration.limits,
                log: log,
                now: { Instant.now }
            )
            http = HTTPServer(settings, handler: service)
            let port = try http.start()
            let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
            url = "\(settings.identity == nil ? "http" : "https")://\(host):\(port)"
            publicURL.listens(at: url)
            try configuration.directory.writeKeyHash(of: settings.identity)
            try configuration.directory.writeAddress(url)
        } catch {
            await webhooks.close()
            await settler.close()
            await hub.close()
            await pruner.close()
            await pool.close()
            throw error
        }
    }

    /// The settings of the HTTP server, within the files that the process may have open.
    ///
    /// - Throws: `TLSFileError`.
    private static func settings(
        _ configuration: ServerConfiguration,
        _ log: Log
    ) throws -> HTTPServerConfiguration {
        var settings = configuration.http
        settings.identity = try configuration.tls?.load(log)
        let wanted = settings.connectionLimit
        let limit = OpenFileLimit.raise(forConnections: wanted)
        settings.connectionLimit = limit.connections(of: wanted)
        if settings.connectionLimit < wanted {
            log.write(
                .warning,
                "fewConnections",
                [
                    ("connections", .number(settings.connectionLimit)), ("wanted", .number(wanted)),
                    ("openFiles", .number(limit.files)),
                ]
            )
        }
        return settings
    }

    /// Starts what settles totals in the background, and logs how much it did.
    private static func settler(_ database: Database, _ pool: ConnectionPool, _ log: Log) -> Settler
    {
        Settler(
            database.configuration("tributary-settler"),
            isForegroundBusy: { pool.statistics.queued > 0 },
            onEvent: { event in
                switch event {
                case .settled(let days): log.write(.info, "settled", [("days", .number(days))])
                case .paused(let reason):
                    log.write(.warning, "settlingPaused", [("error", .text(reason))])
                }
            }
        )
    }

    /// Starts what wakes those who wait for changes.
    private static func hub(
        _ database: Database,
        _ configuration: ServerConfiguration,
        _ log: Log
    ) -> ChangeHub {
        var settings = ChangeHubSettings()
        settings.waiterLimit = configuration.waiterLimit
        return ChangeHub(
            database.configuration("tributary-changes", connectTimeout: .seconds(2)),
            settings
        ) { reason in
            log.write(.warning, "listeningInterrupted", [("error", .text(reason))])
        }
    }

    /// Starts what removes old marks of deletions and names of batches.
    private static func pruner(
        _ database: Database,
        _ configuration: ServerConfiguration,
        _ log: Log
    ) -> DeletionPruner {
        var settings = PruningSettings()
        settings.retentionInDays = configuration.deletionDays
        settings.batchRetentionInSeconds = configuration.limits.batchRetentionInSeconds
        return DeletionPruner(
            database.configuration("tributary-pruner"),
            settings
        ) { reason in
            log.write(.warning, "pruningPaused", [("error", .text(reason))])
        }
    }

    /// Lets requests in flight end, then stops everything in the reverse order.
    ///
    /// A statement that still runs when the time for them is up is not waited for: whoever asked
    /// has been told, and the database rolls back what was not committed.
    func stop() async {
        configuration.directory.removeAddress()
        async let delivering: Void = webhooks.close()
        await http.stop(drainingFor: .seconds(configuration.drainSeconds))
        await delivering
        await service.close()
        await close(atMost: .seconds(1))
        database.close()
        claim.release()
    }

    private func close(atMost limit: Duration) async {
        let (end, signal) = AsyncStream.makeStream(of: Never.self)
        let (settler, hub, pruner, pool) = (settler, hub, pruner, pool)
        Task {
            async let settling: Void = settler.close()
            async let listening: Void = hub.close()
            async let pruning: Void = pruner.close()
            await pool.close()
            _ = await (settling, listening, pruning)
            signal.finish()
        }
        let alarm = Task {
            // Cancelled, it ends at once, which is late enough.
            try? await Task.sleep(for: limit)
            signal.finish()
        }
        for await _ in end {}
        alarm.cancel()
    }
}
