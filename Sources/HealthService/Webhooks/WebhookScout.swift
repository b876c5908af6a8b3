import HealthModel
import HealthStore

/// Looks for what is to be told: what is due, and from time to time everything.
struct WebhookScout: Sendable {
    let store: HealthStore
    let desk: WebhookDesk
    let settings: WebhookSettings
    let log: Log
    let now: @Sendable () -> Instant

    /// Works until the desk is closed.
    func work() async {
        var hasReported = false
        var tidyAt = ContinuousClock.now + .seconds(60)
        for await _ in desk.rings {
            do {
                let active = try await look()
                if tidyAt <= .now {
                    tidyAt = .now + .seconds(3600)
                    try await tidy(active)
                }
                hasReported = false
            } catch {
                // What was to be looked at still is.
                if !hasReported, !desk.isClosed {
                    log.write(.warning, "webhooksPaused", [("error", .text("\(error)"))])
                }
                hasReported = true
            }
            desk.hand { _ in }
        }
    }

    /// Looks once; answers which webhooks are switched on.
    func look() async throws -> [WebhookID] {
        // Asked before anything is read: who asks for a sweep meanwhile, for a webhook that is not
        // read any more, gets one by the next look.
        let sweeps = desk.beginsSweep(every: settings.sweepInterval)
        do {
            let active = try await store.activeWebhooks()
            // Before anything is looked at, so that what happens from here on is heard or found.
            desk.setActive(active)
            guard !active.isEmpty else { return [] }
            let due = try await store.dueWebhooks(at: now(), limit: settings.queueLimit)
            desk.hand { queue in for pair in due { queue.add(pair) } }
            if sweeps { try await sweep() }
            return active.map(\.webhook)
        } catch {
            if sweeps { desk.owesSweep() }
            throw error
        }
    }

    private func sweep() async throws {
        var last: UserID?
        repeat {
            let (pairs, next) = try await store.webhooksBehind(after: last)
            desk.hand { queue in for pair in pairs { queue.add(pair) } }
            last = next
        } while last != nil && !desk.isClosed
    }

    private func tidy(_ webhooks: [WebhookID]) async throws {
        let age = settings.logDays * 86_400 * 1_000_000
        try await store.tidyWebhooks(
            webhooks,
            keepingAttemptsSince: Instant(microseconds: now().microseconds - age)
        )
    }
}
