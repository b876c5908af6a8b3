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
        try await pool.withConnection(as: .everyone) { connection in
            try Self.holding(id, "change", by: actor, on: connection) {
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
        try await pool.withConnection(as: .everyone) { connection in
            try Self.holding(id, "rotate", by: actor, on: connection) {
                _ = try connection.run(
                    WebhookSQL.rotate,
                    [.uuid(id.bits), .text(secret), .int8(formerUntil.microseconds)]
                )
                return try Self.webhook(id, on: connection)
            }
        }
    }

    /// Deletes a webhook with its state and its log.
    ///
    /// - Throws: `HealthStoreError.webhookNotFound`.
    package func deleteWebhook(_ id: WebhookID, by actor: String) async throws {
        try await pool.withConnection(as: .everyone) { connection in
            try Self.holding(id, "delete", by: actor, on: connection) {
                for statement in [
                    WebhookSQL.delete, WebhookUserSQL.delete, WebhookLogSQL.delete,
                ] {
                    _ = try connection.run(statement, [.uuid(id.bits)])
                }
            }
        }
    }

    /// Has told again what is asked for; answers of how many users.
    ///
    /// - Throws: `HealthStoreError.webhookNotFound`; `.userNotFound` for one it does not tell of.
    package func replayWebhook(
        _ id: WebhookID,
        _ replay: WebhookReplay,
        now: Instant,
        by actor: String
    ) async throws -> Int {
        try await pool.withConnection(as: .everyone) { connection in
            let user = replay.user
            return try Self.holding(id, "replay", user: user, by: actor, on: connection) {
                let rows = try connection.run(
                    user == nil ? WebhookUserSQL.replayAll : WebhookUserSQL.replay,
                    [
                        .int8(user?.number), .uuid(id.bits), .int8(now.microseconds),
                        .bool(replay.isOfEverything),
                    ]
                )
                if let user, rows.rowCount == 0 { _ = try Self.user(user, on: connection) }
                return user == nil ? rows.affectedRows : rows.rowCount
            }
        }
    }

    /// Runs a change of a webhook in a transaction that holds it, and notes it in the audit log.
    ///
    /// It is not asynchronous, as its callers are, and they do not use `retrying`: of either the
    /// optimiser of Swift 6.3 makes a call through a null pointer. `EveryCallTests` watches.
    private static func holding<Answer>(
        _ id: WebhookID,
        _ action: String,
        user: UserID? = nil,
        by actor: String,
        on connection: Connection,
        _ body: () throws -> Answer
    ) throws -> Answer {
        try connection.transaction {
            let held = try connection.run(WebhookSQL.hold, [.uuid(id.bits)])
            guard held.rowCount == 1 else { throw HealthStoreError.webhookNotFound }
            let answer = try body()
            let client = ClientID(number: held.int4(0, 0))
            let concerned = user ?? held.optionalInt8(0, 1).map(UserID.init(number:))
            try record(action, id, concerned, client, actor, on: connection)
            return answer
        }
    }
}
