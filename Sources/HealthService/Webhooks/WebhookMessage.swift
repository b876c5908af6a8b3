import HealthModel
import HealthStore
import JSON

/// What a receiver is sent: that there is something new, never what.
struct WebhookMessage {
    private let delivery: WebhookDelivery
    private let eyes: WebhookEyes

    /// Makes the message of a delivery.
    init(_ delivery: WebhookDelivery) {
        self.delivery = delivery
        eyes = WebhookEyes(delivery.reader)
    }

    /// The body; the anchor is null for one who has to begin without.
    func body(_ seals: Seals) -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writer.member("webhook", delivery.pair.webhook.description)
        writer.member("delivery", delivery.id.description)
        writer.member("user", delivery.pair.user.description)
        writer.member("client", delivery.reader.client.bundleIdentifier)
        writer.key("types")
        writer.beginArray()
        for type in delivery.types.compactMap(Catalogue.sampleType(id:)) {
            writer.string(type.identifier)
        }
        writer.endArray()
        writer.key("anchor")
        if let anchor = anchor(seals) { writer.string(anchor) } else { writer.null() }
        writer.endObject()
        return writer.bytes
    }

    private func anchor(_ seals: Seals) -> String? {
        guard delivery.position > 0 else { return nil }
        let place = ChangePlace(position: delivery.position, beginning: delivery.position)
        return seals.anchor(place, eyes.binding, for: eyes.access)
    }

    /// The header fields of an attempt; nil where a secret cannot be opened with the server's key.
    func headers(
        _ body: [UInt8],
        _ seals: Seals,
        at now: Instant
    ) -> [(name: String, value: String)]? {
        let secrets = delivery.secrets.compactMap {
            seals.secret($0, of: delivery.pair.webhook)
        }
        guard secrets.count == delivery.secrets.count else { return nil }
        let id = delivery.id.description
        let timestamp = now.microseconds / 1_000_000
        return [
            ("Content-Type", "application/json"), ("User-Agent", "Tributary"),
            ("webhook-id", id), ("webhook-timestamp", "\(timestamp)"),
            (
                "webhook-signature",
                WebhookSignature.header(
                    id: id,
                    timestamp: timestamp,
                    body: body,
                    secrets: secrets
                )
            ),
        ]
    }
}
