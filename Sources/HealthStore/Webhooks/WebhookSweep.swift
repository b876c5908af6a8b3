package import HealthModel
import Postgres

/// Finding what is to be told, for those who were not notified or could not listen.
extension HealthStore {
    /// The webhooks that are switched on, with the user of those that are about one.
    package func activeWebhooks() async throws -> [(webhook: WebhookID, user: UserID?)] {
        try await pool.withConnection { connection in
            let rows = try connection.run(WebhookSQL.listActive, [.int4(10_000)])
            return (0..<rows.rowCount).map { row in
                (
                    webhook: WebhookID(bits: rows.uuid(row, 0)),
                    user: rows.optionalInt8(row, 1).map(UserID.init(number:))
                )
            }
        }
    }

    /// The pairs whose next attempt may begin, at most `limit` of each webhook, the longest waiting
    /// first.
    package func dueWebhooks(at now: Instant, limit: Int) async throws -> [WebhookPair] {
        try await pool.withConnection(as: .everyone) { connection in
            Self.pairs(
                try connection.run(
                    WebhookSweepSQL.listDue,
                    [.int8(now.microseconds), .int4(Int32(clamping: limit))]
                )
            )
        }
    }

    /// The pairs of some users whose changes were not looked at, and the last of these users; nil
    /// where there are no more.
    package func webhooksBehind(
        after user: UserID?,
        usersPerLook: Int = 1000
    ) async throws -> (pairs: [WebhookPair], last: UserID?) {
        try await pool.withConnection(as: .everyone) { connection in
            let first = Bind.int8(user?.number ?? .min)
            let users = try connection.run(
                WebhookSweepSQL.listUsers,
                [first, .int4(Int32(clamping: usersPerLook))]
            ).int8Column(0)
            guard let last = users.last else { return (pairs: [], last: nil) }
            let rows = try connection.run(
                WebhookSweepSQL.listBehind,
                [first, .int8(last), .int4(100_000)]
            )
            let isEnd = users.count < usersPerLook
            return (pairs: Self.pairs(rows), last: isEnd ? nil : UserID(number: last))
        }
    }

    /// Removes the log's old entries, and what belongs to no webhook.
    package func tidyWebhooks(
        _ webhooks: [WebhookID],
        keepingAttemptsSince start: Instant
    ) async throws {
        try await pool.withConnection(as: .everyone) { connection in
            for webhook in webhooks {
                _ = try connection.run(
                    WebhookLogSQL.removeOld,
                    [.uuid(webhook.bits), .int8(start.microseconds)]
                )
            }
            _ = try connection.run(WebhookSweepSQL.removeOrphans)
        }
    }

    private static func pairs(_ rows: QueryResult) -> [WebhookPair] {
        (0..<rows.rowCount).map { row in
            WebhookPair(
                webhook: WebhookID(bits: rows.uuid(row, 1)),
                user: UserID(number: rows.int8(row, 0))
            )
        }
    }
}
