import HealthStore
import Postgres
import TestSupport
import Testing

@testable import HealthService

/// What is asked of the one who looks while it looks.
@Suite("Looking for deliveries", .offPool, .timeLimit(.minutes(2)))
struct WebhookScoutTests {
    /// A scout by itself; `onLook` is called when it has read which webhooks there are.
    private func scout(
        _ api: TestAPI,
        _ desk: WebhookDesk,
        _ settings: WebhookSettings,
        onLook: @escaping @Sendable () -> Void
    ) -> WebhookScout {
        let (clock, log) = (api.clock, api.log)
        return WebhookScout(
            store: api.store,
            desk: desk,
            settings: settings,
            log: Log { log.take($0) },
            now: {
                onLook()
                return clock.now
            }
        )
    }

    @Test("A sweep that is asked for while webhooks are read is made by the next look")
    func askedMeanwhile() async throws {
        try await withReceiver { api, _, url in
            _ = try await api.hook(try await api.person(), url)
            let settings = WebhookSettings()
            let clock = api.clock
            let desk = WebhookDesk(settings) { clock.now }
            let scout = scout(api, desk, settings) { desk.sweepSoon() }
            #expect(try await scout.look().count == 1)
            #expect(desk.beginsSweep(every: .seconds(3600)))
            #expect(!desk.beginsSweep(every: .seconds(3600)))
            desk.close()
        }
    }

    @Test("A sweep that could not be made is still owed, and nobody is rung for it")
    func failed() async throws {
        try await withReceiver { api, _, url in
            _ = try await api.hook(try await api.person(), url)
            let settings = WebhookSettings()
            let clock = api.clock
            let desk = WebhookDesk(settings) { clock.now }
            let scout = scout(api, desk, settings) {}
            let owner = try api.database.connect()
            try owner.script("ALTER TABLE webhooks RENAME TO webhooks_away")
            await #expect(throws: (any Error).self) { try await scout.look() }
            try owner.script("ALTER TABLE webhooks_away RENAME TO webhooks")
            #expect(desk.beginsSweep(every: .seconds(3600)))
            desk.close()
            var rings = desk.rings.makeAsyncIterator()
            #expect(await rings.next() == nil)
        }
    }
}
