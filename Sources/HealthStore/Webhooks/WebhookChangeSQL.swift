import Postgres

/// Whether there is anything to tell, and of which types: the feed's rules without its content.
enum WebhookChangeSQL {
    /// The types of which the reader is told of an addition or a deletion behind `$7`, up to `$8`.
    ///
    /// The runs are those of `ChangeSQL`: what the reader may not see is not looked at.
    static let listTypes = Statement(
        "webhookChanges.listTypes",
        """
        SELECT found.type_id
        FROM (
            SELECT run.type_id
            FROM (
                \(ChangeSQL.runs)
            ) AS run
            CROSS JOIN LATERAL (
                SELECT c.position
                FROM samples AS c
                WHERE c.user_id = $1
                    AND \(FeedKey.isInWindow)
                    AND (\(ChangeSQL.seesAddition))
                ORDER BY \(FeedKey.bucket(ofSample: "c"))
                LIMIT 1
            ) AS s
            UNION ALL
            SELECT seen.type_id
            FROM user_streams AS st, unnest($2::int2[] || $3::int2[]) AS seen (type_id)
            CROSS JOIN LATERAL (
                SELECT c.position
                FROM deletions AS c
                WHERE c.user_id = $1 AND c.type_id = seen.type_id
                    AND c.position > $7 AND c.position <= $8
                    AND (\(ChangeSQL.seesDeletion))
                ORDER BY c.position
                LIMIT 1
            ) AS e
            WHERE st.user_id = $1
            UNION ALL
            SELECT o.type_id
            FROM deletions AS o
            WHERE o.user_id = $1 AND o.client_id = $5 AND o.type_id = ANY($4::int2[])
                AND o.position > $7 AND o.position <= $8
        ) AS found
        GROUP BY found.type_id
        ORDER BY found.type_id
        LIMIT 1000
        """
    )

    static let statements = [listTypes]
}
