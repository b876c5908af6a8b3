import Postgres

/// Statements that find work for webhooks, and remove what is old.
enum WebhookSweepSQL {
    /// Users of whom every change is to be told from now on, locked against writers meanwhile.
    static let listStreams = Statement(
        "webhookSweep.listStreams",
        """
        SELECT s.user_id
        FROM user_streams AS s
        WHERE s.user_id > $1
        ORDER BY s.user_id
        LIMIT $2
        FOR SHARE
        """
    )

    static let listUsers = Statement(
        "webhookSweep.listUsers",
        """
        SELECT s.user_id
        FROM user_streams AS s
        WHERE s.user_id > $1
        ORDER BY s.user_id
        LIMIT $2
        """
    )

    /// What may be tried, some of each webhook, so that none stands in another's way.
    static let listDue = Statement(
        "webhookSweep.listDue",
        """
        SELECT due.user_id, w.id
        FROM webhooks AS w
        JOIN clients AS k ON k.id = w.client_id AND k.suspended_at IS NULL
        CROSS JOIN LATERAL (
            SELECT x.user_id, x.not_before_us
            FROM webhook_users AS x
            WHERE x.webhook_id = w.id AND x.not_before_us <= $1
                AND x.not_before_us IS NOT NULL AND x.parked_us IS NULL
            ORDER BY x.not_before_us
            LIMIT $2
        ) AS due
        WHERE w.enabled
        ORDER BY due.not_before_us
        LIMIT 100000
        """
    )

    /// Whoever has changes that were not looked at, or decisions that may not have been: those of
    /// the last minutes are looked at again, as clocks of transactions are not in their order.
    static let listBehind = Statement(
        "webhookSweep.listBehind",
        """
        SELECT st.user_id, w.id
        FROM user_streams AS st
        JOIN webhooks AS w ON w.user_id IS NULL OR w.user_id = st.user_id
        JOIN clients AS k ON k.id = w.client_id AND k.suspended_at IS NULL
        LEFT JOIN webhook_users AS x ON x.user_id = st.user_id AND x.webhook_id = w.id
        WHERE st.user_id > $1 AND st.user_id <= $2 AND w.enabled
            AND (
                (x.user_id IS NULL AND st.last_position > 0)
                OR (
                    x.parked_us IS NULL AND x.not_before_us IS NULL
                    AND (
                        x.position < st.last_position
                        OR EXISTS (
                            SELECT 1
                            FROM grants AS g
                            WHERE g.user_id = st.user_id AND g.client_id = w.client_id
                                AND g.decided_at > x.looked_at - interval '5 minutes'
                        )
                    )
                )
            )
        ORDER BY st.user_id, w.id
        LIMIT $3
        """
    )

    /// What a registration that was never finished has left.
    static let removeOrphans = Statement(
        "webhookSweep.removeOrphans",
        """
        DELETE FROM webhook_users AS x
        WHERE x.begun_at < now() - interval '1 day'
            AND NOT EXISTS (SELECT 1 FROM webhooks AS w WHERE w.id = x.webhook_id)
        """
    )

    static let statements = [listStreams, listUsers, listDue, listBehind, removeOrphans]
}
