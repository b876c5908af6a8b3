import HealthModel
import Postgres
import TestSupport
import Testing

@testable import HealthStore

/// What is kept of webhooks.
@Suite("Webhooks in the store", .offPool)
struct WebhookStoreTests {
    private func failing(
        _ fixture: StoreFixture,
        isParked: Bool
    ) async throws -> (webhook: Webhook, user: UserID, client: ClientID) {
        let user = try await fixture.makeUser()
        let client = try await fixture.makeClient("com.example.mine")
        let webhook = try await fixture.makeWebhook(client: client)
        try await fixture.save([TestSample(1)], user: user, client: client)
        let delivery = try #require(try await fixture.claim(webhook, user))
        try await fixture.finish(
            delivery,
            .failed(retryAt: StoreFixture.moment(1), isParked: isParked)
        )
        return (webhook, user, client)
    }

    @Test("What is parked is not tried until it is replayed or the webhook is changed")
    func parked() async throws {
        try await withStore { fixture in
            let (webhook, user, _) = try await failing(fixture, isParked: true)
            let store = fixture.store
            let state = try await store.webhook(webhook.id)
            #expect(state.parked == 1 && state.failing == 1)
            let late = StoreFixture.moment(1_000_000)
            #expect(try await fixture.claim(webhook, user, at: 1_000_000) == nil)
            #expect(try await store.dueWebhooks(at: late, limit: 10).isEmpty)
            #expect(try await store.webhooksBehind(after: nil).pairs.isEmpty)
            let count = try await store.replayWebhook(
                webhook.id,
                .parked(user),
                now: late,
                by: "test"
            )
            #expect(count == 1)
            #expect(try await store.dueWebhooks(at: late, limit: 10).count == 1)
            let again = try #require(try await fixture.claim(webhook, user, at: 1_000_000))
            #expect(again.failures == 0 && again.failingSince == nil)
            try await fixture.finish(again, .failed(retryAt: late, isParked: true), at: 1_000_000)
            var change = WebhookChange()
            change.isEnabled = true
            let changed = try await store.changeWebhook(webhook.id, change, now: late, by: "test")
            #expect(changed.parked == 0 && changed.failing == 0)
            #expect(try await fixture.claim(webhook, user, at: 1_000_000) != nil)
        }
    }

    @Test("A replay of everything tells the last that has arrived again, with what is new")
    func replayEverything() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.mine")
            let webhook = try await fixture.makeWebhook(client: client)
            for number: UInt64 in [1, 2] {
                let sample = TestSample(number, at: Int64(number) * 20)
                try await fixture.save([sample], user: user, client: client)
                let delivery = try #require(try await fixture.claim(webhook, user))
                try await fixture.finish(delivery, .acknowledged)
            }
            let now = StoreFixture.moment(0)
            let store = fixture.store
            let replays: [(WebhookReplay, Int)] = [(.parked(nil), 0), (.everything(nil), 1)]
            for (replay, count) in replays {
                let users = try await store.replayWebhook(
                    webhook.id,
                    replay,
                    now: now,
                    by: "test"
                )
                #expect(users == count)
            }
            #expect(try await fixture.claim(webhook, user)?.position == 1)
        }
    }

    @Test("A receiver that is gone switches the webhook off, and nothing is claimed any more")
    func gone() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.mine")
            let webhook = try await fixture.makeWebhook(client: client)
            try await fixture.save([TestSample(1)], user: user, client: client)
            let delivery = try #require(try await fixture.claim(webhook, user))
            try await fixture.finish(delivery, .gone(retryAt: StoreFixture.moment(1)))
            let state = try await fixture.store.webhook(webhook.id)
            #expect(!state.isEnabled && state.disabledReason == "gone")
            #expect(try await fixture.claim(webhook, user, at: 100) == nil)
            #expect(try await fixture.store.activeWebhooks().isEmpty)
            let late = StoreFixture.moment(100)
            #expect(try await fixture.store.dueWebhooks(at: late, limit: 10).isEmpty)
        }
    }

    @Test("Who is behind is found: after changes, after decisions, and no one else")
    func behind() async throws {
        try await withStore { fixture in
            let client = try await fixture.makeClient("com.example.mine")
            let early = try await fixture.makeUser()
            try await fixture.save([TestSample(1)], user: early, client: client)
            let webhook = try await fixture.makeWebhook(client: client)
            let late = try await fixture.makeUser()
            func behind() async throws -> Set<UserID> {
                Set(try await fixture.store.webhooksBehind(after: nil).pairs.map(\.user))
            }
            #expect(try await behind() == [])
            try await fixture.save([TestSample(2, at: 20)], user: early, client: client)
            try await fixture.save([TestSample(2, at: 20)], user: late, client: client)
            #expect(try await behind() == [early, late])
            for user in [early, late] {
                let delivery = try #require(try await fixture.claim(webhook, user))
                #expect(try await !behind().contains(user), "somebody is at it")
                try await fixture.finish(delivery, .acknowledged)
            }
            #expect(try await behind() == [])
            try await fixture.store.putGrants(Grants(), user: early, client: client, by: "test")
            #expect(try await behind() == [early])
        }
    }

    @Test("Pages of users lead on until there are no more")
    func behindPages() async throws {
        try await withStore { fixture in
            let client = try await fixture.makeClient("com.example.mine")
            _ = try await fixture.makeWebhook(client: client)
            var users: Set<UserID> = []
            for _ in 0..<5 {
                let user = try await fixture.makeUser()
                users.insert(user)
                try await fixture.save([TestSample(1)], user: user, client: client)
            }
            var found: [UserID] = []
            var last: UserID?
            repeat {
                let page = try await fixture.store.webhooksBehind(after: last, usersPerLook: 2)
                found += page.pairs.map(\.user)
                last = page.last
            } while last != nil
            #expect(found.count == 5 && Set(found) == users)
        }
    }

    @Test("The log is read page by page, per user or whole, and keeps a bounded number")
    func log() async throws {
        try await withStore { fixture in
            let (webhook, user, _) = try await failing(fixture, isParked: false)
            for second in 1...Int64(HealthStore.attemptsKept + 20) {
                let delivery = try #require(try await fixture.claim(webhook, user, at: second))
                let next = StoreFixture.moment(second)
                try await fixture.finish(
                    delivery,
                    .failed(retryAt: next, isParked: false),
                    at: second
                )
            }
            let kept = HealthStore.attemptsKept
            #expect(try await fixture.count("webhook_deliveries", of: user) == Int64(kept))
            for of in [nil, user] {
                let first = try await fixture.store.webhookAttempts(
                    webhook.id,
                    of: of,
                    after: nil,
                    limit: 60
                )
                let place = try #require(first.last.map { (at: $0.at, id: $0.id) })
                let rest = try await fixture.store.webhookAttempts(
                    webhook.id,
                    of: of,
                    after: place,
                    limit: 60
                )
                #expect((first + rest).map(\.number) == Array((22...121).reversed()))
            }
            try await fixture.store.tidyWebhooks(
                [webhook.id],
                keepingAttemptsSince: StoreFixture.moment(120)
            )
            #expect(try await fixture.count("webhook_deliveries", of: user) == 1)
        }
    }

    @Test("Deleting a webhook takes its state and log along, and every call finds it gone")
    func deleted() async throws {
        try await withStore { fixture in
            let (webhook, user, _) = try await failing(fixture, isParked: false)
            let other = try await fixture.makeUser()
            let store = fixture.store
            let delivery = try #require(try await fixture.claim(webhook, user, at: 1))
            try await store.deleteWebhook(webhook.id, by: "test")
            try await fixture.finish(delivery, .acknowledged)
            #expect(try await fixture.claim(webhook, other) == nil)
            for table in ["webhook_users", "webhook_deliveries"] {
                #expect(try await fixture.count(table, of: user) == 0)
                #expect(try await fixture.count(table, of: other) == 0)
            }
            let id = webhook.id
            let calls: [@Sendable () async throws -> Void] = [
                { _ = try await store.webhook(id) },
                { try await store.deleteWebhook(id, by: "test") },
                {
                    _ = try await store.changeWebhook(
                        id,
                        WebhookChange(),
                        now: StoreFixture.moment(0),
                        by: "test"
                    )
                },
                {
                    _ = try await store.rotateWebhookSecret(
                        id,
                        to: "x",
                        formerUntil: StoreFixture.moment(0),
                        by: "test"
                    )
                },
                { _ = try await store.webhookAttempts(id, of: nil, after: nil, limit: 1) },
            ]
            for call in calls {
                await #expect(throws: HealthStoreError.webhookNotFound) { try await call() }
            }
        }
    }

    @Test("An erased user takes webhooks about it along, and a delivery under way leaves nothing")
    func erased() async throws {
        try await withStore { fixture in
            let (webhook, user, client) = try await failing(fixture, isParked: false)
            _ = try await fixture.makeWebhook(2, client: client, user: user)
            let delivery = try #require(try await fixture.claim(webhook, user, at: 1))
            try await fixture.store.eraseUser(user, by: "test")
            try await fixture.finish(delivery, .acknowledged)
            #expect(try await fixture.claim(webhook, user, at: 100) == nil)
            #expect(try await fixture.store.webhooks(limit: 10).map(\.id) == [webhook.id])
            for table in ["webhook_users", "webhook_deliveries"] {
                #expect(try await fixture.count(table, of: user) == 0)
            }
        }
    }

    @Test("A former secret is given along while it is good")
    func rotation() async throws {
        try await withStore { fixture in
            let (webhook, user, _) = try await failing(fixture, isParked: false)
            _ = try await fixture.store.rotateWebhookSecret(
                webhook.id,
                to: "next",
                formerUntil: StoreFixture.moment(10),
                by: "test"
            )
            let both = try #require(try await fixture.claim(webhook, user, at: 9))
            #expect(both.secrets == ["next", "sealed"])
            let one = try #require(try await fixture.claim(webhook, user, at: 40))
            #expect(one.secrets == ["next"])
        }
    }
}
