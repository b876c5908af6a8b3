package import HealthModel
import Postgres

/// What an operator does to a webhook.
///
/// Every transaction locks the webhook before rows of its users, as an erasure does.
extension HealthStore {
    /// Changes a webhook; what was parked is tried again, and everybody is looked at anew.
    ///
    /// - Throws: `HealthStoreError.webhookNotFound`.
    package func changeWebhook(
        _ id: WebhookID,
        _ change: WebhookChange,
        now: Instant,
        by actor: String
    ) async throws -> Webhook {
        try await holdingWebhook(id, "change", by: actor) { connection in
            _ = try connection.run(
                WebhookSQL.update,
                [
                    .uuid(id.bits), .text(change.url), .bool(change.types != nil),
                    .bool(change.types == .some(.none)),
                    .int2Array((change.types ?? nil) ?? []), .bool(change.isEnabled),
                ]
            )
            _ = try connection.run(
                WebhookUserSQL.restart,
                [.uuid(id.bits), .int8(now.microseconds)]
            )
            return try Self.webhook(id, on: connection)
        }
    }

    /// Takes another secret; the former one signs as well for a while.
    ///
    /// - Throws: `HealthStoreError.webhookNotFound`.
    package func rotateWebhookSecret(
        _ id: WebhookID,
        to secret: String,
        formerUntil: Instant,
        by actor: String
    ) async throws -> Webhook {
        try await holdingWebhook(id, "rotate", by: actor) { connection in
            _ = try connection.run(
                WebhookSQL.rotate,
                [.uuid(id.bits), .text(secret), .int8(formerUntil.microseconds)]
            )
            return try Self.webhook(id, on: connection)
        }
    }

    /// Deletes a webhook with its state and its log.
    ///
    /// - Throws: `HealthStoreError.webhookNotFound`.
    package func deleteWebhook(_ id: WebhookID, by actor: String) async throws {
        try await holdingWebhook(id, "delete", by: actor) { connection in
            for statement in [WebhookSQL.delete, WebhookUserSQL.delete, WebhookLogSQL.delete] {
                _ = try connection.run(statement, [.uuid(id.bits)])
            }
        }
    }

    /// Has what is parked told again, or with `everything` what has arrived, too: each user's last
    /// delivery, together with what is new since.
    ///
    /// - Throws: `HealthStoreError.webhookNotFound`; `.userNotFound` for one it does not tell of.
    package func replayWebhook(
        _ id: WebhookID,
        user: UserID?,
        everything: Bool,
        now: Instant,
        by actor: String
    ) async throws -> Int {
        try await holdingWebhook(id, "replay", user: user, by: actor) { connection in
            let statement = user == nil ? WebhookUserSQL.replayAll : WebhookUserSQL.replay
            let rows = try connection.run(
                statement,
                [
                    .int8(user?.number), .uuid(id.bits), .int8(now.microseconds),
                    .bool(everything),
                ]
            )
            if let user, rows.rowCount == 0 { _ = try Self.user(user, on: connection) }
            return user == nil ? rows.affectedRows : rows.rowCount
        }
    }

    private func holdingWebhook<Answer: Sendable>(
        _ id: WebhookID,
        _ action: String,
        user: UserID? = nil,
        by actor: String,
        _ body: @escaping @Sendable (Connection) throws -> Answer
    ) async throws -> Answer {
        try await retrying {
            try await pool.withConnection { connection in
                try connection.transaction {
                    let held = try connection.run(WebhookSQL.hold, [.uuid(id.bits)])
                    guard held.rowCount == 1 else { throw HealthStoreError.webhookNotFound }
                    let answer = try body(connection)
                    let client = ClientID(number: held.int4(0, 0))
                    let concerned = user ?? held.optionalInt8(0, 1).map(UserID.init(number:))
                    try Self.record(action, id, concerned, client, actor, on: connection)
                    return answer
                }
            }
        }
    }
}
