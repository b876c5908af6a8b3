package import HealthModel
package import HealthStore

/// Tells the receivers of webhooks that there is something new, at least once and in order.
///
/// All that matters is in the database: a delivery is planned there before it is tried and noted
/// there when it arrived, so any number of servers may do this, and any of them may be killed. The
/// hub says whose changes to look at; what it did not hear is found by looking.
package final class WebhookDispatcher: Sendable {
    /// How deliveries are made.
    package let settings: WebhookSettings
    private let desk: WebhookDesk
    private let work: Task<Void, Never>
    private let ticker: Task<Void, Never>

    /// Starts to look and to deliver.
    ///
    /// - Parameter store: A store with connections of its own, so that deliveries never keep
    ///   requests waiting for one.
    package init(
        store: HealthStore,
        hub: ChangeHub,
        seals: Seals,
        settings: WebhookSettings = WebhookSettings(),
        log: Log,
        now: @escaping @Sendable () -> Instant
    ) {
        self.settings = settings
        let desk = WebhookDesk(settings, now: now)
        self.desk = desk
        hub.observe { [weak desk] user in desk?.heard(user) }
        let courier = WebhookCourier(
            store: store,
            desk: desk,
            seals: seals,
            settings: settings,
            log: log,
            now: now
        )
        let scout = WebhookScout(
            store: store,
            desk: desk,
            settings: settings,
            log: log,
            now: now
        )
        work = Task {
            await withTaskGroup { group in
                group.addTask { await scout.work() }
                for _ in 0..<settings.connections { group.addTask { await courier.work() } }
            }
        }
        ticker = Task {
            while !Task.isCancelled {
                desk.ring()
                // Cancelled, it ends at once, as it should.
                try? await Task.sleep(for: settings.lookInterval)
            }
        }
    }

    deinit {
        ticker.cancel()
        desk.close()
    }

    /// Looks at everything soon: an operator changed something.
    package func wake() {
        desk.hand { $0.releaseAll() }
        desk.sweepSoon()
    }

    /// Ends attempts under way, within about a second, and waits for that.
    package func close() async {
        ticker.cancel()
        desk.close()
        await work.value
    }
}
