import Postgres

/// The statements that take samples away and remember that they were there.
enum DeletionSQL {
    /// Tells which identifiers were deleted, and who had saved the samples.
    ///
    /// One by one: asked for all at once, the planner reads every mark of a user where most users
    /// have few.
    static let find = Statement(
        "deletions.find",
        """
        SELECT d.uuid, d.client_id
        FROM user_streams AS st, unnest($2::uuid[]) AS x (uuid)
        CROSS JOIN LATERAL (
            SELECT m.uuid, m.client_id
            FROM deletions AS m
            WHERE m.user_id = $1 AND m.uuid = x.uuid
            OFFSET 0
        ) AS d
        WHERE st.user_id = $1
        """
    )

    static let delete = Statement(
        "samples.delete",
        """
        DELETE FROM samples AS s
        USING \(SampleRows.identifiers)
        \(SampleRows.toChange(where: "k.uuid = x.uuid"))
        """
    )

    /// Marks samples as deleted; of several deletions under one identifier the latest counts.
    static let insert = Statement(
        "deletions.insert",
        """
        INSERT INTO deletions AS d (
            user_id, uuid, position, type_id, client_id, contained_types
        )
        SELECT st.user_id, x.uuid, x.position, x.type_id, x.client_id, x.contained_types::int2[]
        FROM user_streams AS st,
            unnest($2::uuid[], $3::int8[], $4::int2[], $5::int4[], $6::text[]) AS x (
                uuid, position, type_id, client_id, contained_types
            )
        WHERE st.user_id = $1
        ON CONFLICT (user_id, uuid) DO UPDATE
        SET position = excluded.position, type_id = excluded.type_id,
            client_id = excluded.client_id, contained_types = excluded.contained_types,
            deleted_at = excluded.deleted_at
        """
    )

    /// Forgets who saved what, where nothing of it is left.
    static let dropTypes = Statement(
        "sourceTypes.drop",
        """
        DELETE FROM source_types AS t
        USING unnest($2::int2[], $3::int4[], $4::int4[], $5::int8[]) AS x (
            type_id, source_id, client_id, removed
        )
        WHERE t.user_id = $1 AND t.type_id = x.type_id AND t.source_id = x.source_id
            AND t.client_id = x.client_id AND t.sample_count <= x.removed
        """
    )

    /// Counts down where something is left.
    static let reduceTypes = Statement(
        "sourceTypes.reduce",
        """
        UPDATE source_types AS t
        SET sample_count = t.sample_count - x.removed
        FROM unnest($2::int2[], $3::int4[], $4::int4[], $5::int8[]) AS x (
            type_id, source_id, client_id, removed
        )
        WHERE t.user_id = $1 AND t.type_id = x.type_id AND t.source_id = x.source_id
            AND t.client_id = x.client_id
        """
    )

    /// Lets go of what deleted correlations held.
    static let release = Statement(
        "samples.release",
        """
        UPDATE samples AS s
        SET container = NULL
        FROM \(SampleRows.identifiers)
        \(SampleRows.toChange(where: "k.container = x.uuid AND k.container IS NOT NULL"))
        """
    )

    static let statements = [find, delete, insert, dropTypes, reduceTypes, release]
}
