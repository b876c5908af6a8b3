import HealthModel
import HealthStore
import JSON

/// Webhooks and their log as the wire has them.
enum WebhookJSON {
    /// A webhook, with its secret where that has just been made.
    static func webhook(_ webhook: Webhook, secret: String? = nil) -> [UInt8] {
        object { write(webhook, secret: secret, to: &$0) }
    }

    /// A list of webhooks.
    static func webhooks(_ webhooks: [Webhook]) -> [UInt8] {
        object { writer in
            writer.key("webhooks")
            writer.beginArray()
            for webhook in webhooks {
                writer.beginObject()
                write(webhook, to: &writer)
                writer.endObject()
            }
            writer.endArray()
        }
    }

    /// A page of the log.
    static func deliveries(_ attempts: [WebhookAttempt], cursor: String?) -> [UInt8] {
        object { writer in
            writer.key("deliveries")
            writer.beginArray()
            for attempt in attempts { write(attempt, to: &writer) }
            writer.endArray()
            writer.key("cursor")
            writer.optional(cursor)
        }
    }

    /// For how many users something is sent again.
    static func replay(_ count: Int) -> [UInt8] {
        object { $0.member("users", count) }
    }

    /// Writes the members of a webhook.
    static func write(
        _ webhook: Webhook,
        secret: String? = nil,
        to writer: inout JSONWriter
    ) {
        writer.member("id", webhook.id.description)
        writer.member("url", webhook.url)
        writer.member("client", webhook.client.id.description)
        writer.key("user")
        writer.optional(webhook.user?.description)
        writer.key("types")
        if let types = webhook.types {
            writer.beginArray()
            for type in types.compactMap(Catalogue.sampleType(id:)) {
                writer.string(type.identifier)
            }
            writer.endArray()
        } else {
            writer.null()
        }
        writer.key("enabled")
        writer.boolean(webhook.isEnabled)
        writer.key("disabledReason")
        writer.optional(webhook.disabledReason)
        writer.member("createdAt", RFC3339.format(webhook.createdAt))
        writer.key("formerSecretUntil")
        writer.optional(webhook.formerSecretUntil.map { RFC3339.format($0) })
        writer.member("failing", webhook.failing)
        writer.member("parked", webhook.parked)
        writer.member("secret", secret)
    }

    private static func object(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        write(&writer)
        writer.endObject()
        return writer.bytes
    }

    private static func write(_ attempt: WebhookAttempt, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("delivery", attempt.delivery.description)
        writer.member("user", attempt.user.description)
        writer.member("at", RFC3339.format(attempt.at))
        writer.member("attempt", attempt.number)
        writer.key("status")
        if let status = attempt.status { writer.integer(Int64(status)) } else { writer.null() }
        writer.key("error")
        writer.optional(attempt.error)
        writer.member("durationMilliseconds", attempt.durationInMilliseconds)
        writer.endObject()
    }
}

extension JSONWriter {
    /// Writes a string, or null where there is none.
    fileprivate mutating func optional(_ text: String?) {
        if let text { string(text) } else { null() }
    }
}
