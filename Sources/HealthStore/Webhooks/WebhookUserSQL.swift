import Postgres

/// Statements about how far the telling of one user's changes has got.
enum WebhookUserSQL {
    /// Begins at the end of the user's feed, or at its beginning for one who came later.
    static let insert = Statement(
        "webhookUsers.insert",
        """
        INSERT INTO webhook_users AS x (user_id, webhook_id, position, scope)
        SELECT st.user_id, $2, CASE WHEN $3::bool THEN st.last_position ELSE 0 END, $4
        FROM user_streams AS st
        WHERE st.user_id = $1
        ON CONFLICT DO NOTHING
        """
    )

    /// Takes the right to tell until `$4`, unless somebody else has it, or it is too early.
    static let claim = Statement(
        "webhookUsers.claim",
        """
        UPDATE webhook_users AS x
        SET claim = $3, not_before_us = $4, looked_at = now()
        WHERE x.user_id = $1 AND x.webhook_id = $2 AND x.parked_us IS NULL
            AND (x.not_before_us IS NULL OR x.not_before_us <= $5)
        RETURNING x.position, x.scope, x.delivery, x.target, x.types, x.attempts,
            x.failing_since_us
        """
    )

    static let exists = Statement(
        "webhookUsers.exists",
        "SELECT 1 FROM webhook_users AS x WHERE x.user_id = $1 AND x.webhook_id = $2"
    )

    /// Notes what is about to be told.
    static let plan = Statement(
        "webhookUsers.plan",
        """
        UPDATE webhook_users AS x
        SET position = $3, scope = $4, delivery = $5, target = $6, types = $7
        WHERE x.user_id = $1 AND x.webhook_id = $2
        """
    )

    /// Notes that there is nothing to tell up to a position.
    static let pass = Statement(
        "webhookUsers.pass",
        """
        UPDATE webhook_users AS x
        SET position = $3, scope = $4, delivery = NULL, target = NULL, types = NULL, claim = NULL,
            attempts = 0, not_before_us = NULL, failing_since_us = NULL
        WHERE x.user_id = $1 AND x.webhook_id = $2
        """
    )

    /// Notes that what was told has arrived.
    static let acknowledge = Statement(
        "webhookUsers.acknowledge",
        """
        UPDATE webhook_users AS x
        SET former_position = x.position, position = x.target, delivery = NULL, target = NULL,
            types = NULL, claim = NULL, attempts = 0, not_before_us = NULL,
            failing_since_us = NULL
        WHERE x.user_id = $1 AND x.webhook_id = $2 AND x.claim = $3
        RETURNING x.position
        """
    )

    /// Notes that an attempt failed, and when the next one may begin.
    static let fail = Statement(
        "webhookUsers.fail",
        """
        UPDATE webhook_users AS x
        SET claim = NULL, attempts = x.attempts + 1, not_before_us = $4,
            failing_since_us = coalesce(x.failing_since_us, $5),
            parked_us = CASE WHEN $6::bool THEN $5 END
        WHERE x.user_id = $1 AND x.webhook_id = $2 AND x.claim = $3
        RETURNING x.position
        """
    )

    /// Gives the right back without having tried.
    static let release = Statement(
        "webhookUsers.release",
        """
        UPDATE webhook_users AS x
        SET claim = NULL, not_before_us = $4
        WHERE x.user_id = $1 AND x.webhook_id = $2 AND x.claim = $3
        RETURNING x.position
        """
    )

    /// Tells what is parked again, and with `$4` what has arrived, too: the last that was told.
    ///
    /// An attempt that is under way is left alone.
    private static let replayed = """
        SET parked_us = NULL, failing_since_us = NULL, attempts = 0, not_before_us = $3,
            position = CASE WHEN x.delivery IS NULL AND $4::bool
                THEN coalesce(x.former_position, x.position) ELSE x.position END
        WHERE x.webhook_id = $2 AND x.claim IS NULL
            AND (x.parked_us IS NOT NULL OR $4)
        """

    static let replay = Statement(
        "webhookUsers.replay",
        "UPDATE webhook_users AS x \(replayed) AND x.user_id = $1 RETURNING x.position"
    )

    /// The same for every user; `$1` is not looked at.
    static let replayAll = Statement(
        "webhookUsers.replayAll",
        "UPDATE webhook_users AS x \(replayed) AND $1::bigint IS NULL"
    )

    /// Has everything looked at again.
    static let restart = Statement(
        "webhookUsers.restart",
        """
        UPDATE webhook_users AS x
        SET parked_us = NULL, failing_since_us = NULL, attempts = 0, not_before_us = $2
        WHERE x.webhook_id = $1 AND x.claim IS NULL
        """
    )

    static let delete = Statement(
        "webhookUsers.delete",
        "DELETE FROM webhook_users AS x WHERE x.webhook_id = $1"
    )

    static let statements = [
        insert, claim, exists, plan, pass, acknowledge, fail, release, replay, replayAll, restart,
        delete,
    ]
}
