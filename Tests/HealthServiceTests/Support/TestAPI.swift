import HTTPClient
import HTTPServer
import HealthModel
import HealthService
import HealthStore
import Postgres
import Synchronization
import TestSupport
import Testing

/// A server that listens, with a database of its own, and callers to talk to it.
struct TestAPI: Sendable {
    let database: TestDatabase
    let store: HealthStore
    let hub: ChangeHub
    let webhooks: WebhookDispatcher?
    let service: Service
    let server: HTTPServer
    let clock: TestClock
    let log: LogRecorder
    let url: String
    let port: UInt16
    /// The operator.
    let admin: Caller
    /// A caller without a token.
    let stranger: Caller

    /// The operator's token.
    static let adminToken = "trib_a_test-operator-token"
}

/// What a test may set about its server.
struct TestAPISettings: Sendable {
    var limits = ServiceLimits()
    var sealingKey = [UInt8](repeating: 7, count: 32)
    var poolSize = 2
    var poolQueue = 256
    var poolWait: Duration = .seconds(20)
    var connections = 4
    var http = HTTPServerConfiguration()
    var hub = ChangeHubSettings()
    /// How webhooks are delivered to; nil delivers none.
    var webhooks: WebhookSettings?
    /// What links begin with; nil for where the server listens.
    var publicURL: String? = "https://health.example.org"
}

/// Runs a test against a server, then stops it and looks through what it logged.
func withService(
    _ settings: TestAPISettings = TestAPISettings(),
    _ body: (TestAPI) async throws -> Void
) async throws {
    try await withDatabase { database in
        let api = try TestAPI(database, settings)
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await body(api))
        } catch {
            outcome = .failure(error)
        }
        await api.server.stop(drainingFor: .seconds(10))
        await api.service.close()
        await api.webhooks?.close()
        await api.hub.close()
        api.log.check()
        try outcome.get()
    }
}

extension TestAPI {
    fileprivate init(_ database: TestDatabase, _ settings: TestAPISettings) throws {
        self.database = database
        let clock = TestClock()
        let log = LogRecorder()
        log.forbid(Self.adminToken)
        self.clock = clock
        self.log = log
        store = HealthStore(
            pool: database.pool(
                size: settings.poolSize,
                queueLimit: settings.poolQueue,
                waitLimit: settings.poolWait
            )
        )
        hub = ChangeHub(database.configuration, settings.hub) { _ in }
        let hub = hub
        webhooks = settings.webhooks.map { webhooks in
            WebhookDispatcher(
                store: HealthStore(pool: database.pool(size: 2)),
                hub: hub,
                seals: Seals(key: settings.sealingKey),
                settings: webhooks,
                log: Log { log.take($0) },
                now: { clock.now }
            )
        }
        service = Service(
            store: store,
            hub: hub,
            webhooks: webhooks,
            adminToken: Self.adminToken,
            seals: Seals(key: settings.sealingKey),
            publicURL: PublicURL(settings.publicURL),
            limits: settings.limits,
            log: Log { log.take($0) },
            now: { clock.now },
            uptime: { clock.uptime }
        )
        server = HTTPServer(settings.http, handler: service)
        port = try server.start()
        url = "http://127.0.0.1:\(port)"
        stranger = Caller(
            http: try AsyncHTTPClient(baseURL: url, connections: settings.connections)
        )
        admin = Caller(http: stranger.http, token: Self.adminToken)
    }
}

/// A clock that stands still unless a test moves it.
final class TestClock: Sendable {
    private let time = Mutex(Instant(seconds: 1_796_040_000))
    private let start = ContinuousClock.now
    private let elapsed = Mutex(Duration.zero)

    /// Noon of 30 November 2026 UTC at first.
    var now: Instant { time.withLock { $0 } }

    /// The monotonic clock, which stands still as well.
    var uptime: ContinuousClock.Instant { start + elapsed.withLock { $0 } }

    /// Moves on.
    func advance(bySeconds seconds: Int64) {
        elapsed.withLock { $0 += .seconds(seconds) }
        time.withLock { $0 = Instant(microseconds: $0.microseconds + seconds * 1_000_000) }
    }
}
