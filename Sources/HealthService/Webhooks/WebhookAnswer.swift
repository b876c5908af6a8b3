import HealthModel
import HealthStore

/// What a receiver said to an attempt, or why it said nothing.
enum WebhookAnswer: Hashable {
    /// A status, and how long the receiver asks to be left alone, in seconds.
    case status(Int, retryAfter: Double?)
    /// Nothing; a word for why.
    case failed(String)
    /// The server stopped meanwhile.
    case cancelled

    /// The status, if there was one.
    var status: Int? {
        if case .status(let status, _) = self { status } else { nil }
    }

    /// The word, if there was no status.
    var error: String? {
        if case .failed(let word) = self { word } else { nil }
    }

    /// How long the receiver asks to be left alone, in seconds.
    var retryAfter: Double? {
        if case .status(_, let seconds) = self { seconds } else { nil }
    }

    /// Whether the receiver as a whole seems to be in trouble, and not this delivery.
    var isTrouble: Bool { status.map { $0 >= 500 || $0 == 429 } ?? true }
}

/// What follows from answers.
extension WebhookCourier {
    /// Decides what becomes of a delivery, and whether its receiver is left alone for a while.
    func result(
        of delivery: WebhookDelivery,
        _ answer: WebhookAnswer,
        at now: Instant
    ) -> WebhookResult {
        let webhook = delivery.pair.webhook
        let backoff = WebhookBackoff(settings)
        var generator = SystemRandomNumberGenerator()
        desk.hand { queue in
            guard answer.isTrouble else { return queue.reached(webhook) }
            let misses = queue.missed(webhook)
            let pause = backoff.pause(
                afterFailures: misses,
                retryAfter: answer.retryAfter,
                using: &generator
            )
            queue.hold(webhook, until: now.advanced(bySeconds: min(pause, 60)))
        }
        if let status = answer.status, (200...299).contains(status) { return .acknowledged }
        let pause = backoff.pause(
            afterFailures: delivery.failures + 1,
            retryAfter: answer.retryAfter,
            using: &generator
        )
        let retryAt = now.advanced(bySeconds: pause)
        if answer.status == 410 { return .gone(retryAt: retryAt) }
        let since = delivery.failingSince ?? now
        let failedFor = (now.microseconds - since.microseconds) / 1_000_000
        return .failed(retryAt: retryAt, isParked: failedFor >= settings.parkedAfterSeconds)
    }
}

extension Instant {
    /// The instant so many seconds later.
    func advanced(bySeconds seconds: Double) -> Instant {
        Instant(microseconds: microseconds + Int64(seconds * 1_000_000))
    }
}
