import HTTPClient
import HealthModel
import HealthStore

/// Makes deliveries, one after another.
struct WebhookCourier: Sendable {
    let store: HealthStore
    let desk: WebhookDesk
    let seals: Seals
    let settings: WebhookSettings
    let log: Log
    let now: @Sendable () -> Instant

    /// Works until the desk is closed.
    func work() async {
        while let pair = await desk.next() {
            do {
                try await deliver(pair)
            } catch {
                // The database failed. What was claimed can be claimed again when the claim ends.
                desk.hand { queue in
                    queue.add(pair)
                    queue.hold(pair.webhook, until: now().advanced(bySeconds: 5))
                }
                log.write(.warning, "webhookPostponed", [("error", .text("\(error)"))])
            }
            desk.done(pair)
        }
    }

    private func deliver(_ pair: WebhookPair) async throws {
        let start = now()
        let end = start.advanced(bySeconds: Double(settings.leaseInSeconds))
        let found = try await store.claimDelivery(pair, now: start, until: end) { reader in
            WebhookEyes(reader).view
        }
        guard let delivery = found else { return }
        let begun = ContinuousClock.now
        let answer = await answer(to: delivery, at: start)
        guard answer != .cancelled else {
            return try await store.release(delivery, until: now())
        }
        let result = result(of: delivery, answer, at: now())
        try await store.finish(
            delivery,
            result,
            attempt(delivery, answer, at: start, took: .now - begun)
        )
        // What came meanwhile was left to this moment.
        if case .acknowledged = result { desk.hand { $0.add(pair) } }
        report(result, of: pair)
    }

    /// Asks the receiver.
    private func answer(to delivery: WebhookDelivery, at now: Instant) async -> WebhookAnswer {
        let message = WebhookMessage(delivery)
        let body = message.body(seals)
        guard let headers = message.headers(body, seals, at: now) else {
            return .failed("secretUnreadable")
        }
        do {
            let url = try TargetURL(delivery.url)
            let response = try await HTTPClient.post(
                body,
                to: url,
                headers: headers,
                timeout: settings.timeout,
                addresses: settings.policy(for: url),
                while: { [desk] in !desk.isClosed }
            )
            return .status(
                response.status,
                retryAfter: response.headers.retryAfter(now: now.wholeSeconds).map {
                    $0 / .seconds(1)
                }
            )
        } catch let error as HTTPClientError {
            return error.code == .cancelled ? .cancelled : .failed(error.code.description)
        } catch {
            return .failed("transfer")
        }
    }

    private func attempt(
        _ delivery: WebhookDelivery,
        _ answer: WebhookAnswer,
        at start: Instant,
        took duration: Duration
    ) -> WebhookAttempt {
        var generator = SystemRandomNumberGenerator()
        return WebhookAttempt(
            user: delivery.pair.user,
            id: .random(using: &generator),
            delivery: delivery.id,
            number: delivery.failures + 1,
            at: start,
            status: answer.status,
            error: answer.error,
            durationInMilliseconds: Int(duration / .milliseconds(1))
        )
    }

    private func report(_ result: WebhookResult, of pair: WebhookPair) {
        let webhook: [(String, Log.Value)] = [("webhook", .text(pair.webhook.description))]
        switch result {
        case .gone: log.write(.warning, "webhookGone", webhook)
        case .failed(_, isParked: true): log.write(.warning, "webhookParked", webhook)
        default: break
        }
    }
}
