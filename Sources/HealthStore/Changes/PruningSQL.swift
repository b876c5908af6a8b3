import Postgres

/// The statements that remove old marks of deletions; `BatchSQL.prune` forgets old batches, and each
/// kind of row that expires has a statement of its own.
enum PruningSQL {
    /// Looks at some users and tells which have a mark or a batch that is old enough, or something
    /// that has expired: the first mark is the oldest, since marks are made in the order of positions.
    static let listUsers = Statement(
        "pruning.listUsers",
        """
        SELECT st.user_id,
            coalesce(o.deleted_at < now() - $3::int4 * interval '1 day', false)
                OR coalesce(n.saved_us < $4, false)
                OR EXISTS (
                    SELECT 1
                    FROM authorization_requests AS r
                    WHERE r.user_id = st.user_id AND r.expires_us < $5
                )
                OR EXISTS (
                    SELECT 1
                    FROM access_codes AS c
                    WHERE c.user_id = st.user_id AND c.expires_us < $5
                )
                OR EXISTS (
                    SELECT 1
                    FROM sessions AS e
                    WHERE e.user_id = st.user_id AND e.expires_us < $5
                )
        FROM (
            SELECT s.user_id
            FROM user_streams AS s
            WHERE s.user_id > $1
            ORDER BY s.user_id
            LIMIT $2
        ) AS st
        LEFT JOIN LATERAL (
            SELECT d.deleted_at
            FROM deletions AS d
            WHERE d.user_id = st.user_id
            ORDER BY d.position
            LIMIT 1
        ) AS o ON true
        LEFT JOIN LATERAL (
            SELECT b.saved_us
            FROM batches AS b
            WHERE b.user_id = st.user_id
            ORDER BY b.saved_us
            LIMIT 1
        ) AS n ON true
        ORDER BY st.user_id
        """
    )

    /// Removes the first marks of a user that are old enough.
    static let remove = Statement(
        "pruning.remove",
        """
        DELETE FROM deletions AS d
        USING (
            SELECT o.uuid, o.deleted_at
            FROM deletions AS o
            WHERE o.user_id = $1
            ORDER BY o.position
            LIMIT $2
        ) AS old
        WHERE d.user_id = $1 AND d.uuid = old.uuid
            AND old.deleted_at < now() - $3::int4 * interval '1 day'
        RETURNING d.position
        """
    )

    /// Notes how far the feed no longer goes back.
    static let note = Statement(
        "pruning.note",
        """
        UPDATE user_streams AS st
        SET pruned_position = greatest(st.pruned_position, $2)
        WHERE st.user_id = $1
        """
    )

    static let statements = [listUsers, remove, note]
}
