import Postgres

/// The statements that page a user's feed.
///
/// Every one narrows to a window of positions behind `$7`, up to `$8`.
enum ChangeSQL {
    /// How far the feed goes, and how far back.
    static let stream = Statement(
        "changes.stream",
        """
        SELECT st.last_position, st.pruned_position
        FROM user_streams AS st
        WHERE st.user_id = $1
        """
    )

    /// The same for a reader that does not see everything, with how many samples there are and how
    /// many of them it surely sees.
    static let sharedStream = Statement(
        "changes.sharedStream",
        """
        SELECT st.last_position, st.pruned_position, n.samples, n.seen
        FROM user_streams AS st
        CROSS JOIN LATERAL (
            SELECT coalesce(sum(t.sample_count), 0)::int8 AS samples,
                coalesce(
                    sum(t.sample_count) FILTER (
                        WHERE t.type_id = ANY($2::int2[])
                            OR (t.client_id = $5::int4 AND t.type_id = ANY($3::int2[] || $4::int2[]))
                    ),
                    0
                )::int8 AS seen
            FROM source_types AS t
            WHERE t.user_id = $1
        ) AS n
        WHERE st.user_id = $1
        """
    )

    /// The runs of the index that a reader may look at: one for each type and client that has samples;
    /// of correlations only where there may be one that it sees.
    static let runs = """
        SELECT DISTINCT t.type_id, t.client_id, \(ClientRun.bits("t")) AS client_bits
        FROM source_types AS t
        WHERE t.user_id = $1
            AND (
                t.type_id = ANY($2::int2[])
                OR (t.client_id = $5::int4 AND t.type_id = ANY($3::int2[] || $4::int2[]))
                OR (t.type_id = ANY($3::int2[]) AND \(ClientRun.mayHold("$6")))
            )
        """

    /// Whether the reader sees a sample `c` of a `run`: a correlation it sees by what that holds.
    static let seesAddition = """
        run.type_id <> ALL($3::int2[]) OR run.client_id = $5
        OR EXISTS (
            SELECT 1
            FROM samples AS m
            WHERE m.user_id = $1 AND m.container = c.uuid
                AND (m.client_id = $5 OR m.type_id = ANY($6::int2[]))
            OFFSET 0
        )
        """

    /// Whether the reader sees the deletion `c` of a sample of a type that is `seen`.
    static let seesDeletion = """
        seen.type_id <> ALL($3::int2[]) OR c.client_id = $5::int4
        OR c.contained_types && $6::int2[]
        """

    /// Lists what was added, from one run of the index for each type and client that has samples.
    ///
    /// A run whose samples the reader may not see is not looked at, so that the time tells nothing
    /// of them; but for correlations of a client of whom it reads what they may hold, each of which is
    /// seen by what it holds.
    static let listAdditions = Statement(
        "changes.listAdditions",
        """
        SELECT s.uuid, s.position, s.type_id
        FROM (
            \(runs)
        ) AS run
        CROSS JOIN LATERAL (
            SELECT c.uuid, c.position, c.type_id
            FROM samples AS c
            WHERE c.user_id = $1
                AND \(FeedKey.isInWindow)
                AND (\(seesAddition))
            ORDER BY \(FeedKey.bucket(ofSample: "c"))
            FETCH FIRST ($9) ROWS WITH TIES
        ) AS s
        ORDER BY s.position
        LIMIT $9
        """
    )

    /// Lists what was deleted: by type where the reader may see it, else by the client that had
    /// saved it.
    static let listDeletions = Statement(
        "changes.listDeletions",
        """
        SELECT g.uuid, g.position, g.type_id
        FROM (
            SELECT d.uuid, d.position, d.type_id
            FROM user_streams AS st, unnest($2::int2[] || $3::int2[]) AS seen (type_id)
            CROSS JOIN LATERAL (
                SELECT c.uuid, c.position, c.type_id
                FROM deletions AS c
                WHERE c.user_id = $1 AND c.type_id = seen.type_id
                    AND c.position > $7 AND c.position <= $8
                    AND (\(seesDeletion))
                ORDER BY c.position
                LIMIT $9
            ) AS d
            WHERE st.user_id = $1
            UNION ALL
            (
                SELECT o.uuid, o.position, o.type_id
                FROM deletions AS o
                WHERE o.user_id = $1 AND o.client_id = $5 AND o.type_id = ANY($4::int2[])
                    AND o.position > $7 AND o.position <= $8
                ORDER BY o.position
                LIMIT $9
            )
        ) AS g
        ORDER BY g.position
        LIMIT $9
        """
    )

    /// Reads samples in full.
    static let fetch = Statement(
        "changes.fetch",
        """
        SELECT \(StoredSample.columns)
        FROM \(SampleRows.identifiers)
        \(SampleRows.lookup(StoredSample.storedColumns, where: "k.uuid = x.uuid", as: "s"))
        """
    )

    /// Tells every server that something of a user changed; the payload is the user alone.
    ///
    /// Without a table, so that a distributed database runs it where the servers listen.
    static let notify = Statement(
        "changes.notify",
        "SELECT pg_notify('tributary_changes', $1::text)"
    )

    /// Lists how far the feeds of some users go.
    static let listStreams = Statement(
        "changes.listStreams",
        """
        SELECT st.user_id, st.last_position
        FROM user_streams AS st
        WHERE st.user_id = ANY($1)
        ORDER BY st.user_id
        LIMIT $2
        """
    )

    /// The step that tells of a change of a user.
    static func notification(of user: UserID) -> PipelineStep {
        (notify, [.text(user.description)])
    }

    /// Tells of a change of who may see what of a user: whoever waits has to look again, and no
    /// server may go by what it remembers.
    static func notify(of user: UserID, on connection: Connection) throws {
        let (statement, binds) = notification(of: user)
        _ = try connection.run(statement, binds)
        try AccessSQL.notify(of: .user(user), on: connection)
    }

    static let statements = [
        stream, sharedStream, listAdditions, listDeletions, fetch, notify, listStreams,
    ]
}
