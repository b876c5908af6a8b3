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

    /// How libpq reaches its database.
    var connectionString: String { database.connectionString }

    private let configuration: ServerConfiguration
    private let database: Database
    private let pool: ConnectionPool
    private let http: HTTPServer

    /// Starts everything in order: database, schema, store, service, socket.
    ///
    /// What was started is stopped again when a later step fails.
    static func start(
        _ configuration: ServerConfiguration,
        log: Log,
        onFailure: @escaping @Sendable () -> Void
    ) async throws -> RunningServer {
        try configuration.directory.make()
        let adminToken = try configuration.adminToken ?? configuration.directory.adminToken()
        let database = try Database.open(
            url: configuration.databaseURL,
            directory: configuration.directory
        ) { error in
            log.write(.error, "databaseFailed", [("error", .text(error.description))])
            onFailure()
        }
        do {
            try database.migrate()
            return try await RunningServer(configuration, database, adminToken, log)
        } catch {
            database.close()
            throw error
        }
    }

    private init(
        _ configuration: ServerConfiguration,
        _ database: Database,
        _ adminToken: String,
        _ log: Log
    ) async throws {
        self.configuration = configuration
        self.database = database
        self.adminToken = adminToken
        pool = ConnectionPool(
            ConnectionConfiguration(database.connectionString),
            PoolConfiguration(size: configuration.databaseConnections)
        )
        let store = HealthStore(pool: pool)
        let service: Service
        do {
            service = Service(
                store: store,
                adminToken: adminToken,
                seals: Seals(key: try await store.sealingKey()),
                limits: configuration.limits,
                log: log,
                now: { Instant.now }
            )
            var settings = HTTPServerConfiguration(
                host: configuration.host,
                port: configuration.port
            )
            settings.connectionLimit = configuration.connectionLimit
            http = HTTPServer(settings, handler: service)
            let port = try http.start()
            let host =
                configuration.host.contains(":")
                ? "[\(configuration.host)]" : configuration.host
            url = "http://\(host):\(port)"
            try configuration.directory.writeAddress(url)
        } catch {
            await pool.close()
            throw error
        }
    }

    /// Lets requests in flight end, then stops everything in the reverse order.
    func stop() async {
        configuration.directory.removeAddress()
        await http.stop(drainingFor: .seconds(configuration.drainSeconds))
        await pool.close()
        database.close()
    }
}
