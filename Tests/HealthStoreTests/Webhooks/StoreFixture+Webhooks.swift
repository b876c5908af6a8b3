import HealthModel

@testable import HealthStore

extension StoreFixture {
    /// Sees through the eyes of a client that reads some types.
    static func view(reading types: [Int16] = []) -> @Sendable (WebhookReader) -> WebhookView {
        { reader in
            WebhookView(
                digest: types.map { UInt8(truncatingIfNeeded: $0) },
                scope: ChangeScope(
                    reader.types ?? Catalogue.sampleTypes.map(\.id),
                    access: .types(types, ownedBy: reader.client.id)
                )
            )
        }
    }

    /// Makes a webhook.
    func makeWebhook(
        _ number: UInt128 = 1,
        client: ClientID,
        user: UserID? = nil,
        types: [Int16]? = nil,
        limit: Int = 100,
        reading: [Int16] = []
    ) async throws -> Webhook {
        let new = NewWebhook(
            id: WebhookID(bits: number),
            url: "https://a.example/",
            client: client,
            user: user,
            types: types,
            secret: "sealed",
            createdAt: Instant(microseconds: TestTime.now)
        )
        return try await store.createWebhook(
            new,
            limit: limit,
            by: "test",
            view: Self.view(reading: reading)
        )
    }

    /// Looks for something to tell at a second of the test.
    func claim(
        _ webhook: Webhook,
        _ user: UserID,
        at second: Int64 = 0,
        reading types: [Int16] = []
    ) async throws -> WebhookDelivery? {
        try await store.claimDelivery(
            WebhookPair(webhook: webhook.id, user: user),
            now: Self.moment(second),
            until: Self.moment(second + 30),
            view: Self.view(reading: types)
        )
    }

    /// Ends an attempt.
    func finish(
        _ delivery: WebhookDelivery,
        _ result: WebhookResult,
        at second: Int64 = 0
    ) async throws {
        let attempt = WebhookAttempt(
            user: delivery.pair.user,
            id: WebhookID(bits: UInt128.random(in: 0 ... .max)),
            delivery: delivery.id,
            number: delivery.failures + 1,
            at: Self.moment(second),
            status: 200,
            error: nil,
            durationInMilliseconds: 1
        )
        try await store.finish(delivery, result, attempt)
    }

    /// A second of the test.
    static func moment(_ second: Int64) -> Instant {
        Instant(microseconds: TestTime.now + second * TestTime.second)
    }

    /// Has something told of a user, and a failure of it logged.
    func tell(of user: UserID, client: ClientID) async throws {
        let webhook = try await makeWebhook(UInt128(client.number), client: client, user: user)
        try await save([TestSample(900, at: 9000)], user: user, client: client)
        guard let delivery = try await claim(webhook, user) else { return }
        try await finish(delivery, .failed(retryAt: Self.moment(5), isParked: false))
    }
}
