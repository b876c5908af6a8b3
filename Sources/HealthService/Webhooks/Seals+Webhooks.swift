import Crypto
import HealthAPI
import HealthModel
import HealthStore

/// Secrets of webhooks as the database holds them, and places in the log of deliveries.
extension Seals {
    /// Seals the secret of a webhook.
    func sealed(secret: [UInt8], of webhook: WebhookID) -> String {
        seal(secret, context: Self.secretContext(webhook))
    }

    /// Opens the secret of a webhook; nil where it was sealed with another key.
    func secret(_ sealed: String, of webhook: WebhookID) -> [UInt8]? {
        Base64URL.decode(sealed).flatMap { open($0, context: Self.secretContext(webhook)) }
    }

    private static func secretContext(_ webhook: WebhookID) -> [UInt8] {
        Array("webhook secret\n\(webhook)".utf8)
    }

    /// Seals the place where a page of the log ended.
    func cursor(_ attempt: WebhookAttempt, of webhook: WebhookID, _ user: UserID?) -> String {
        seal(
            [Self.version] + Self.bytes(attempt.at.microseconds) + Self.bytes(attempt.id.bits),
            context: Self.logContext(webhook, user)
        )
    }

    /// Opens such a place.
    ///
    /// - Throws: `Problem` with `cursorInvalid`.
    func place(
        cursor: String,
        of webhook: WebhookID,
        _ user: UserID?
    ) throws -> (at: Instant, id: WebhookID) {
        guard let sealed = Base64URL.decode(cursor),
            let plain = open(sealed, context: Self.logContext(webhook, user)),
            plain.count == 25, plain[0] == Self.version
        else {
            throw Problem(
                .cursorInvalid,
                "The cursor is not one this query was given.",
                field: "cursor"
            )
        }
        return (
            at: Instant(microseconds: Int64(truncatingIfNeeded: Self.number(plain[1..<9]))),
            id: WebhookID(bits: Self.number(plain[9..<25]))
        )
    }

    private static func logContext(_ webhook: WebhookID, _ user: UserID?) -> [UInt8] {
        Array("webhook log\n\(webhook)\n\(user?.description ?? "")".utf8)
    }

    private static let version: UInt8 = 1
}
