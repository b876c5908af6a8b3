import Postgres

/// Statements about the log of deliveries.
enum WebhookLogSQL {
    static let insert = Statement(
        "webhookLog.insert",
        """
        INSERT INTO webhook_deliveries AS d (
            user_id, webhook_id, id, delivery, attempt, at_us, status, error, duration_ms
        )
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        """
    )

    /// Forgets a few of the oldest attempts for a user beyond those that are kept.
    static let trim = Statement(
        "webhookLog.trim",
        """
        DELETE FROM webhook_deliveries AS d
        WHERE d.user_id = $1 AND d.webhook_id = $2 AND d.id IN (
            SELECT o.id
            FROM webhook_deliveries AS o
            WHERE o.user_id = $1 AND o.webhook_id = $2
            ORDER BY o.at_us DESC, o.id DESC
            OFFSET $3
            LIMIT 16
        )
        """
    )

    private static let columns = """
        d.user_id, d.id, d.delivery, d.attempt, d.at_us, d.status, d.error, d.duration_ms
        """

    /// The attempts for one user, the latest first.
    static let listOfUser = Statement(
        "webhookLog.listOfUser",
        """
        SELECT \(columns)
        FROM webhook_deliveries AS d
        WHERE d.user_id = $1 AND d.webhook_id = $2 AND (d.at_us, d.id) < ($3, $4)
        ORDER BY d.at_us DESC, d.id DESC
        LIMIT $5
        """
    )

    /// The attempts for every user, the latest first; `$1` is not looked at.
    static let list = Statement(
        "webhookLog.list",
        """
        SELECT \(columns)
        FROM webhook_deliveries AS d
        WHERE d.webhook_id = $2 AND (d.at_us, d.id) < ($3, $4) AND $1::bigint IS NULL
        ORDER BY d.at_us DESC, d.id DESC
        LIMIT $5
        """
    )

    static let removeOld = Statement(
        "webhookLog.removeOld",
        "DELETE FROM webhook_deliveries AS d WHERE d.webhook_id = $1 AND d.at_us < $2"
    )

    static let delete = Statement(
        "webhookLog.delete",
        "DELETE FROM webhook_deliveries AS d WHERE d.webhook_id = $1"
    )

    static let statements = [insert, trim, listOfUser, list, removeOld, delete]
}
