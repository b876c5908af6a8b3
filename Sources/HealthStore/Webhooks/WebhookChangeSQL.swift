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
                SELECT DISTINCT t.type_id, t.client_id
                FROM source_types AS t
                WHERE t.user_id = $1
                    AND (
                        t.type_id = ANY($2::int2[]) OR t.type_id = ANY($3::int2[])
                        OR (t.client_id = $5::int4 AND t.type_id = ANY($4::int2[]))
                    )
            ) AS run
            CROSS JOIN LATERAL (
                SELECT c.position
                FROM samples AS c
                WHERE c.user_id = $1
                    AND \(FeedKey.isInWindow)
                    AND (
                        run.type_id <> ALL($3::int2[]) OR run.client_id = $5
                        OR EXISTS (
                            SELECT 1
                            FROM samples AS m
                            WHERE m.user_id = $1 AND m.container = c.uuid
                                AND (m.client_id = $5 OR m.type_id = ANY($6::int2[]))
                            OFFSET 0
                        )
                    )
                ORDER BY \(FeedKey.ofSample("c"))
                LIMIT 1
            ) AS s
            UNION ALL
            SELECT seen.type_id
            FROM user_streams AS st, unnest($2::int2[] || $3::int2[]) AS seen (type_id)
            CROSS JOIN LATERAL (
                SELECT d.position
                FROM deletions AS d
                WHERE d.user_id = $1 AND d.type_id = seen.type_id
                    AND d.position > $7 AND d.position <= $8
                    AND (
                        seen.type_id <> ALL($3::int2[]) OR d.client_id = $5::int4
                        OR d.contained_types && $6::int2[]
                    )
                ORDER BY d.position
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
