import HealthModel
import HealthService
import HealthStore
import Postgres
import Synchronization

/// The dispatcher of webhooks with connections of its own, so that it never takes one from requests.
final class WebhookService: Sendable {
    private let pool: ConnectionPool
    private let dispatcher = Mutex<WebhookDispatcher?>(nil)

    /// Prepares the connections; nothing is connected yet.
    init(_ database: Database) {
        pool = ConnectionPool(
            database.configuration("tributary-webhooks"),
            PoolConfiguration(size: 2)
        )
    }

    /// Starts to deliver.
    func start(
        _ hub: ChangeHub,
        _ seals: Seals,
        _ settings: WebhookSettings,
        _ log: Log
    ) -> WebhookDispatcher {
        let started = WebhookDispatcher(
            store: HealthStore(pool: pool),
            hub: hub,
            seals: seals,
            settings: settings,
            log: log,
            now: { Instant.now }
        )
        dispatcher.withLock { $0 = started }
        return started
    }

    /// Ends attempts under way, within about a second, and gives the connections up.
    func close() async {
        await dispatcher.withLock { $0 }?.close()
        await pool.close()
    }
}
