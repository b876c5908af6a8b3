package import HealthModel
import Postgres

extension HealthStore {
    /// The most attempts kept in the log for one user and webhook.
    package static let attemptsKept = 100

    /// Notes how an attempt ended, and logs it.
    ///
    /// Where the right to try was given to somebody else meanwhile, or user or webhook are gone,
    /// nothing is noted.
    package func finish(
        _ delivery: WebhookDelivery,
        _ result: WebhookResult,
        _ attempt: WebhookAttempt
    ) async throws {
        try await retrying {
            try await pool.withConnection(as: .user(delivery.pair.user)) { connection in
                try connection.transaction {
                    try Self.finish(delivery, result, attempt, on: connection)
                }
            }
        }
    }

    private static func finish(
        _ delivery: WebhookDelivery,
        _ result: WebhookResult,
        _ attempt: WebhookAttempt,
        on connection: Connection
    ) throws {
        let webhook = delivery.pair.webhook
        if case .gone = result {
            _ = try connection.run(WebhookSQL.disable, [.uuid(webhook.bits)])
        }
        let rows = try connection.run(
            result.statement,
            delivery.key + result.binds(at: attempt.at)
        )
        guard rows.rowCount == 1 else { return }
        _ = try connection.run(WebhookLogSQL.insert, attempt.binds(of: webhook))
        _ = try connection.run(
            WebhookLogSQL.trim,
            [
                .int8(delivery.pair.user.number), .uuid(webhook.bits),
                .int8(Int64(attemptsKept)),
            ]
        )
    }

    /// Gives the right to try back without having tried.
    package func release(_ delivery: WebhookDelivery, until moment: Instant) async throws {
        try await pool.withConnection(as: .user(delivery.pair.user)) { connection in
            _ = try connection.run(
                WebhookUserSQL.release,
                delivery.key + [.int8(moment.microseconds)]
            )
        }
    }

    /// Lists attempts behind a place, the latest first.
    ///
    /// - Throws: `HealthStoreError.webhookNotFound`, `.userNotFound`.
    package func webhookAttempts(
        _ webhook: WebhookID,
        of user: UserID?,
        after place: (at: Instant, id: WebhookID)?,
        limit: Int
    ) async throws -> [WebhookAttempt] {
        let statement = user == nil ? WebhookLogSQL.list : WebhookLogSQL.listOfUser
        let binds: [Bind] = [
            .int8(user?.number), .uuid(webhook.bits), .int8(place?.at.microseconds ?? .max),
            .uuid(place?.id.bits ?? .max), .int4(Int32(clamping: limit)),
        ]
        return try await pool.withConnection(as: .everyone) { connection in
            _ = try Self.webhook(webhook, on: connection)
            if let user { _ = try Self.user(user, on: connection) }
            let rows = try connection.run(statement, binds)
            return (0..<rows.rowCount).map { WebhookAttempt(rows, $0) }
        }
    }
}

extension WebhookDelivery {
    /// The first parameters of what ends an attempt.
    fileprivate var key: [Bind] {
        [.int8(pair.user.number), .uuid(pair.webhook.bits), .uuid(claim.bits)]
    }
}

extension WebhookResult {
    fileprivate var statement: Statement {
        switch self {
        case .acknowledged: WebhookUserSQL.acknowledge
        case .failed, .gone: WebhookUserSQL.fail
        }
    }

    fileprivate func binds(at now: Instant) -> [Bind] {
        switch self {
        case .acknowledged: []
        case .failed(let retryAt, let isParked):
            [.int8(retryAt.microseconds), .int8(now.microseconds), .bool(isParked)]
        case .gone(let retryAt):
            [.int8(retryAt.microseconds), .int8(now.microseconds), .bool(false)]
        }
    }
}
