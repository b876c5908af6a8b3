import HealthModel
import Postgres

extension HealthStore {
    /// Makes a webhook that tells of every change that is committed after this call began.
    ///
    /// Where it is about every user, their places are noted a few hundred at a time before the
    /// webhook is there; what comes between is told, too. A user made later begins at the
    /// beginning.
    ///
    /// - Throws: `HealthStoreError.userNotFound`, `.clientNotFound`, `.tooManyWebhooks`.
    package func createWebhook(
        _ new: NewWebhook,
        limit: Int,
        by actor: String,
        view: @escaping @Sendable (WebhookReader) -> WebhookView
    ) async throws -> Webhook {
        let client = try await client(new.client)
        let beginning = WebhookBeginning(webhook: new, client: client, view: view)
        if new.user == nil {
            var last: UserID?
            repeat {
                last = try await beginPage(beginning, after: last)
            } while last != nil
        }
        return try await pool.withConnection(as: .everyone) { connection in
            try connection.transaction {
                if let user = new.user {
                    try Self.lockStream(of: user, on: connection)
                }
                _ = try connection.run(WebhookSQL.lock)
                guard try connection.run(WebhookSQL.count).int8(0, 0) < limit else {
                    throw HealthStoreError.tooManyWebhooks(limit: limit)
                }
                _ = try connection.run(WebhookSQL.insert, new.binds)
                if let user = new.user { try beginning.note(user, on: connection) }
                try Self.record("create", new.id, new.user, new.client, actor, on: connection)
                return try Self.webhook(new.id, on: connection)
            }
        }
    }

    private func beginPage(
        _ beginning: WebhookBeginning,
        after last: UserID?
    ) async throws -> UserID? {
        let size: Int32 = 200
        return try await retrying {
            try await pool.withConnection(as: .everyone) { connection in
                try connection.transaction {
                    let rows = try connection.run(
                        WebhookSweepSQL.listStreams,
                        [.int8(last?.number ?? .min), .int4(size)]
                    )
                    let users = rows.int8Column(0).map(UserID.init(number:))
                    for user in users { try beginning.note(user, on: connection) }
                    return users.count == size ? users.last : nil
                }
            }
        }
    }

    /// Lists webhooks in the order they were made.
    package func webhooks(limit: Int) async throws -> [Webhook] {
        try await pool.withConnection(as: .everyone) { connection in
            let rows = try connection.run(WebhookSQL.list, [.int4(Int32(clamping: limit))])
            return (0..<rows.rowCount).map { Webhook(rows, $0) }
        }
    }

    /// Finds a webhook.
    ///
    /// - Throws: `HealthStoreError.webhookNotFound`.
    package func webhook(_ id: WebhookID) async throws -> Webhook {
        try await pool.withConnection(as: .everyone) { try Self.webhook(id, on: $0) }
    }

    static func webhook(_ id: WebhookID, on connection: Connection) throws -> Webhook {
        let rows = try connection.run(WebhookSQL.find, [.uuid(id.bits)])
        guard rows.rowCount == 1 else { throw HealthStoreError.webhookNotFound }
        return Webhook(rows, 0)
    }

    /// Writes what was done to a webhook into the audit log.
    static func record(
        _ action: String,
        _ id: WebhookID,
        _ user: UserID?,
        _ client: ClientID,
        _ actor: String,
        on connection: Connection
    ) throws {
        try AuditEvent(
            actor: actor,
            action: "webhook.\(action)",
            user: user,
            client: client,
            subject: id.description
        ).record(on: connection)
    }
}

/// The places at which a new webhook begins.
private struct WebhookBeginning: Sendable {
    let webhook: NewWebhook
    let client: Client
    let view: @Sendable (WebhookReader) -> WebhookView

    /// Notes the end of a user's feed, whose stream is locked.
    func note(_ user: UserID, on connection: Connection) throws {
        let grants = try HealthStore.grants(user: user, client: client.id, on: connection)
        let reader = WebhookReader(
            user: user,
            client: client,
            types: webhook.types,
            grants: grants
        )
        _ = try connection.run(
            WebhookUserSQL.insert,
            [
                .int8(user.number), .uuid(webhook.id.bits), .bool(true),
                .bytea(view(reader).digest),
            ]
        )
    }
}

extension NewWebhook {
    /// The parameters of `WebhookSQL.insert`.
    fileprivate var binds: [Bind] {
        [
            .uuid(id.bits), .int4(client.number), .int8(user?.number), .text(url),
            .bool(types == nil), .int2Array(types ?? []), .text(secret),
            .int8(createdAt.microseconds),
        ]
    }
}
