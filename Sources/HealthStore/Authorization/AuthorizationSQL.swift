import Postgres

/// Statements about requests of apps.
enum AuthorizationSQL {
    /// What `AuthorizationRequest` is read from.
    static let columns = """
        r.id, r.user_id, r.client_id, r.user_code, r.share, r.read, r.share_usage, r.read_usage,
            r.created_us, r.expires_us, r.state, r.decided_us, r.interval_s
        """

    /// Does nothing where the user has a request of the same code.
    static let insert = Statement(
        "authorization.insert",
        """
        INSERT INTO authorization_requests AS r (
            user_id, id, client_id, user_code, share, read, share_usage, read_usage, created_us,
            expires_us, interval_s
        )
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        ON CONFLICT DO NOTHING
        RETURNING \(columns)
        """
    )

    static let find = Statement(
        "authorization.find",
        """
        SELECT \(columns)
        FROM authorization_requests AS r
        WHERE r.user_id = $1 AND r.id = $2
        """
    )

    static let findByCode = Statement(
        "authorization.findByCode",
        """
        SELECT \(columns)
        FROM authorization_requests AS r
        WHERE r.user_id = $1 AND r.user_code = $2
        """
    )

    /// Keeps out whoever asks about the same request at the same time.
    static let findToAsk = Statement(
        "authorization.findToAsk",
        """
        SELECT \(columns), r.asked_us
        FROM authorization_requests AS r
        WHERE r.user_id = $1 AND r.id = $2 AND r.client_id = $3
        FOR UPDATE
        """
    )

    static let noteQuestion = Statement(
        "authorization.noteQuestion",
        """
        UPDATE authorization_requests AS r
        SET asked_us = $3, interval_s = $4
        WHERE r.user_id = $1 AND r.id = $2
        RETURNING \(columns)
        """
    )

    /// The newest first.
    static let list = Statement(
        "authorization.list",
        """
        SELECT \(columns)
        FROM authorization_requests AS r
        WHERE r.user_id = $1
        ORDER BY r.created_us DESC, r.id
        LIMIT $2
        """
    )

    static let listOpen = Statement(
        "authorization.listOpen",
        """
        SELECT \(columns)
        FROM authorization_requests AS r
        WHERE r.user_id = $1 AND r.client_id = $2 AND r.expires_us > $3 AND r.state = 'pending'
        ORDER BY r.created_us
        LIMIT $4
        """
    )

    static let decide = Statement(
        "authorization.decide",
        """
        UPDATE authorization_requests AS r
        SET state = $3, decided_us = $4
        WHERE r.user_id = $1 AND r.id = $2
        RETURNING \(columns)
        """
    )

    /// Adds decisions to grants; what was decided before stays, and what is not among the types
    /// asked for ($4 share, $6 read) stays undecided. $5 and $7 are what of them is allowed.
    static let mergeGrants = Statement(
        "authorization.mergeGrants",
        """
        INSERT INTO grants AS g (user_id, client_id, type_id, may_share, may_read)
        SELECT st.user_id, $2, d.type_id,
            CASE WHEN d.type_id = ANY($4::int2[]) THEN d.type_id = ANY($5::int2[]) END,
            CASE WHEN d.type_id = ANY($6::int2[]) THEN d.type_id = ANY($7::int2[]) END
        FROM user_streams AS st, unnest($3::int2[]) AS d (type_id)
        WHERE st.user_id = $1
        ON CONFLICT (user_id, client_id, type_id) DO UPDATE
        SET may_share = coalesce(g.may_share, excluded.may_share),
            may_read = coalesce(g.may_read, excluded.may_read),
            decided_at = now()
        """
    )

    static let prune = Statement(
        "authorization.prune",
        "DELETE FROM authorization_requests WHERE user_id = $1 AND expires_us < $2"
    )

    static let statements = [
        insert, find, findByCode, findToAsk, noteQuestion, list, listOpen, decide, mergeGrants,
        prune,
    ]
}
