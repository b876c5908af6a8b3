import Postgres

/// Statements about webhooks themselves.
enum WebhookSQL {
    /// What `Webhook` reads, of `w`, `c` and `s`.
    private static let columns = """
        w.id, w.url, w.client_id, c.bundle_identifier, c.name, w.user_id, w.types, w.enabled,
            w.disabled_reason, w.created_us, w.former_secret_until_us,
            (SELECT count(*) FROM webhook_users AS f
                WHERE f.webhook_id = w.id AND f.failing_since_us IS NOT NULL),
            (SELECT count(*) FROM webhook_users AS p
                WHERE p.webhook_id = w.id AND p.failing_since_us IS NOT NULL
                    AND p.parked_us IS NOT NULL)
        """

    static let lock = Statement(
        "webhooks.lock",
        "LOCK TABLE webhooks IN SHARE ROW EXCLUSIVE MODE"
    )

    static let count = Statement("webhooks.count", "SELECT count(*) FROM webhooks")

    static let insert = Statement(
        "webhooks.insert",
        """
        INSERT INTO webhooks AS w (id, client_id, user_id, url, types, secret, created_us)
        VALUES ($1, $2, $3, $4, CASE WHEN $5::bool THEN NULL ELSE $6::int2[] END, $7, $8)
        """
    )

    static let find = Statement(
        "webhooks.find",
        """
        SELECT \(columns)
        FROM webhooks AS w
        JOIN clients AS c ON c.id = w.client_id
        WHERE w.id = $1
        """
    )

    static let list = Statement(
        "webhooks.list",
        """
        SELECT \(columns)
        FROM webhooks AS w
        JOIN clients AS c ON c.id = w.client_id
        ORDER BY w.created_us, w.id
        LIMIT $1
        """
    )

    /// Locks a webhook against everybody who changes it or adds users to it.
    static let hold = Statement(
        "webhooks.hold",
        "SELECT client_id, user_id FROM webhooks WHERE id = $1 FOR UPDATE"
    )

    /// Keeps a webhook from being deleted.
    static let share = Statement(
        "webhooks.share",
        "SELECT enabled FROM webhooks WHERE id = $1 FOR SHARE"
    )

    /// Changes what is given; `$3` says that the types are, `$4` that they are all.
    static let update = Statement(
        "webhooks.update",
        """
        UPDATE webhooks AS w
        SET url = coalesce($2, w.url),
            types = CASE WHEN NOT $3::bool THEN w.types WHEN $4::bool THEN NULL
                ELSE $5::int2[] END,
            enabled = coalesce($6, w.enabled),
            disabled_reason = CASE WHEN $6 IS NULL THEN w.disabled_reason END
        WHERE w.id = $1
        """
    )

    static let disable = Statement(
        "webhooks.disable",
        "UPDATE webhooks SET enabled = false, disabled_reason = 'gone' WHERE id = $1"
    )

    static let rotate = Statement(
        "webhooks.rotate",
        """
        UPDATE webhooks AS w
        SET former_secret = w.secret, former_secret_until_us = $3, secret = $2
        WHERE w.id = $1
        """
    )

    static let delete = Statement("webhooks.delete", "DELETE FROM webhooks WHERE id = $1")

    /// What a delivery needs; nothing where nothing is to be sent for the user.
    static let active = Statement(
        "webhooks.active",
        """
        SELECT w.url, w.client_id, c.bundle_identifier, c.name, w.types, w.secret,
            w.former_secret, w.former_secret_until_us
        FROM webhooks AS w
        JOIN clients AS c ON c.id = w.client_id
        WHERE w.id = $2 AND w.enabled AND (w.user_id IS NULL OR w.user_id = $1)
            AND c.suspended_at IS NULL
        """
    )

    static let listActive = Statement(
        "webhooks.listActive",
        """
        SELECT w.id, w.user_id
        FROM webhooks AS w
        JOIN clients AS c ON c.id = w.client_id
        WHERE w.enabled AND c.suspended_at IS NULL
        ORDER BY w.created_us, w.id
        LIMIT $1
        """
    )

    static let statements = [
        lock, count, insert, find, list, hold, share, update, disable, rotate, delete, active,
        listActive,
    ]
}
