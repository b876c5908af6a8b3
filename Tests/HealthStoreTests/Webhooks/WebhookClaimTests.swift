import HealthModel
import Postgres
import TestSupport
import Testing

@testable import HealthStore

/// Who is told what, and by whom.
@Suite("Claims of deliveries", .offPool)
struct WebhookClaimTests {
    @Test("What came before the webhook is not told, what comes after is, once")
    func fromNowOn() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.mine")
            try await fixture.save([TestSample(1)], user: user, client: client)
            let webhook = try await fixture.makeWebhook(client: client)
            #expect(try await fixture.claim(webhook, user) == nil)
            try await fixture.save([TestSample(2, at: 20)], user: user, client: client)
            let delivery = try #require(try await fixture.claim(webhook, user))
            #expect(delivery.position == 1 && delivery.types == [QuantityType.steps.id])
            try await fixture.finish(delivery, .acknowledged)
            #expect(try await fixture.claim(webhook, user) == nil)
        }
    }

    @Test("A user who came after the webhook is told of from the beginning")
    func laterUser() async throws {
        try await withStore { fixture in
            let client = try await fixture.makeClient("com.example.mine")
            let webhook = try await fixture.makeWebhook(client: client)
            let user = try await fixture.makeUser()
            #expect(try await fixture.claim(webhook, user) == nil)
            try await fixture.save([TestSample(1)], user: user, client: client)
            let delivery = try #require(try await fixture.claim(webhook, user))
            #expect(delivery.position == 0)
        }
    }

    @Test("Changes that the client may not see are passed over, deletions included")
    func hidden() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let mine = try await fixture.makeClient("com.example.mine")
            let other = try await fixture.makeClient("com.example.other")
            let webhook = try await fixture.makeWebhook(client: mine)
            try await fixture.save([TestSample(1)], user: user, client: other)
            _ = try await fixture.delete([TestSample(1)], user: user)
            #expect(try await fixture.claim(webhook, user) == nil)
            try await fixture.save([TestSample(2, at: 20)], user: user, client: mine)
            let delivery = try #require(try await fixture.claim(webhook, user))
            #expect(delivery.position == 2, "what was hidden is behind")
            try await fixture.finish(delivery, .acknowledged)
            _ = try await fixture.delete([TestSample(2)], user: user)
            #expect(try await fixture.claim(webhook, user)?.position == 3)
        }
    }

    @Test("A correlation is told to who reads what it holds, and its deletion, too")
    func correlations() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.mine")
            let readable = [QuantityType.food.id]
            let food = TestSample.food(1, holding: [TestSample(2, type: .food)])
            let webhook = try await fixture.makeWebhook(client: client, reading: readable)
            let blind = try await fixture.makeWebhook(2, client: client, reading: [1])
            try await fixture.save([food], user: user)
            let told = try #require(
                try await fixture.claim(webhook, user, reading: readable)
            )
            #expect(told.types.count == 2)
            #expect(try await fixture.claim(blind, user, reading: [1]) == nil)
            try await fixture.finish(told, .acknowledged)
            _ = try await fixture.delete([food], user: user)
            let gone = try #require(
                try await fixture.claim(webhook, user, reading: readable)
            )
            #expect(gone.types.count == 1)
        }
    }

    @Test("Types and user of a webhook narrow what it tells")
    func narrowed() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let other = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.mine")
            let hearts = [QuantityType.heartRate.id]
            let webhook = try await fixture.makeWebhook(client: client, user: user, types: hearts)
            try await fixture.save([TestSample(1)], user: user, client: client)
            #expect(try await fixture.claim(webhook, user) == nil)
            let sample = TestSample(2, at: 20, type: .heartRate)
            for user in [user, other] {
                try await fixture.save([sample], user: user, client: client)
            }
            #expect(try await fixture.claim(webhook, other) == nil)
            #expect(try await fixture.claim(webhook, user)?.types == hearts)
        }
    }

    @Test("One tells at a time; after a crash another one may, under the same name")
    func lease() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.mine")
            let webhook = try await fixture.makeWebhook(client: client)
            try await fixture.save([TestSample(1)], user: user, client: client)
            let first = try #require(try await fixture.claim(webhook, user))
            #expect(try await fixture.claim(webhook, user, at: 29) == nil)
            #expect(
                try await fixture.store.dueWebhooks(
                    at: StoreFixture.moment(29),
                    limit: 10
                ).isEmpty
            )
            #expect(
                try await fixture.store.dueWebhooks(
                    at: StoreFixture.moment(30),
                    limit: 10
                ) == [first.pair]
            )
            let second = try #require(try await fixture.claim(webhook, user, at: 30))
            #expect(second.id == first.id && second.claim != first.claim)
            // The first one was slow, not dead: it decides nothing any more.
            try await fixture.finish(first, .acknowledged, at: 31)
            #expect(try await fixture.claim(webhook, user, at: 31) == nil)
            #expect(try await fixture.count("webhook_deliveries", of: user) == 0)
            try await fixture.finish(second, .acknowledged, at: 32)
            #expect(try await fixture.count("webhook_deliveries", of: user) == 1)
        }
    }

    @Test("Of many who look at the same instant one tells")
    func race() async throws {
        try await withStore(poolSize: 6) { fixture in
            let client = try await fixture.makeClient("com.example.mine")
            let webhook = try await fixture.makeWebhook(client: client)
            for _ in 0..<8 {
                // Made later, so that its row is made by who looks.
                let user = try await fixture.makeUser()
                try await fixture.save([TestSample(1)], user: user, client: client)
                let told = try await withThrowingTaskGroup(of: Bool.self) { group in
                    for _ in 0..<6 {
                        group.addTask { try await fixture.claim(webhook, user) != nil }
                    }
                    return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                }
                #expect(told == 1)
            }
        }
    }

    @Test("A retry is what failed, and what came meanwhile is told after it")
    func coalesced() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.mine")
            let webhook = try await fixture.makeWebhook(client: client)
            try await fixture.save([TestSample(1)], user: user, client: client)
            let first = try #require(try await fixture.claim(webhook, user))
            try await fixture.finish(
                first,
                .failed(retryAt: StoreFixture.moment(10), isParked: false)
            )
            let heart = TestSample(2, at: 20, type: .heartRate)
            try await fixture.save([heart], user: user, client: client)
            #expect(try await fixture.claim(webhook, user, at: 9) == nil)
            let again = try #require(try await fixture.claim(webhook, user, at: 10))
            #expect(again.id == first.id && again.types == first.types && again.failures == 1)
            #expect(again.failingSince == StoreFixture.moment(0))
            try await fixture.finish(again, .acknowledged, at: 10)
            let next = try #require(try await fixture.claim(webhook, user, at: 10))
            #expect(next.id != first.id && next.position == 1 && next.failures == 0)
            #expect(next.types == [QuantityType.heartRate.id])
        }
    }

    @Test("Who sees more or less by now starts over, also in the middle of a delivery")
    func changedView() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.mine")
            let readable = [QuantityType.steps.id]
            try await fixture.save([TestSample(1)], user: user)
            let webhook = try await fixture.makeWebhook(client: client)
            #expect(try await fixture.claim(webhook, user) == nil)
            let granted = try #require(
                try await fixture.claim(webhook, user, reading: readable)
            )
            #expect(granted.position == 0 && granted.types == readable)
            try await fixture.finish(
                granted,
                .failed(retryAt: StoreFixture.moment(1), isParked: false)
            )
            #expect(try await fixture.claim(webhook, user, at: 1) == nil, "revoked meanwhile")
            #expect(try await fixture.store.webhook(webhook.id).failing == 0)
        }
    }
}
