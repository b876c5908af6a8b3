import Postgres

/// Statements that look for what must never be.
enum VerificationSQL {
    /// How many users there are, to know how far one has come.
    static let size = Statement("verification.size", "SELECT count(*) FROM users")

    /// The next user, in the order of numbers, of whom there is any row of health data.
    static let nextUser = Statement(
        "verification.nextUser",
        """
        SELECT least(
            (SELECT min(u.id) FROM users AS u WHERE u.id > $1),
            \(userTables.map(nextUser(in:)).joined(separator: ",\n    "))
        )
        """
    )

    private static let userTables = [
        "user_streams", "samples", "deletions", "sources", "source_types", "day_totals",
        "hour_totals", "dirty_days",
    ]

    private static func nextUser(in table: String) -> String {
        "(SELECT min(t.user_id) FROM \(table) AS t WHERE t.user_id > $1)"
    }

    /// Whether the user and the user's stream are there, and where the stream ends.
    static let user = Statement(
        "verification.user",
        """
        SELECT
            EXISTS (SELECT 1 FROM users AS u WHERE u.id = $1),
            (SELECT st.last_position FROM user_streams AS st WHERE st.user_id = $1),
            (SELECT count(*) FROM samples AS s WHERE s.user_id = $1)
        """
    )

    /// Places in the feed that nobody gave out, or that were given out more than once.
    static let listPositions = Statement(
        "verification.listPositions",
        """
        SELECT p.position, min(p.type_id), count(*)
        FROM (
            SELECT s.position, s.type_id FROM samples AS s WHERE s.user_id = $1
            UNION ALL
            SELECT d.position, d.type_id FROM deletions AS d WHERE d.user_id = $1
        ) AS p
        GROUP BY p.position
        HAVING count(*) > 1 OR p.position < 1 OR p.position > $2
        ORDER BY p.position
        LIMIT $3
        """
    )

    /// Samples whose source or version is missing, or does not fit, by source.
    static let listReferences = Statement(
        "verification.listReferences",
        """
        SELECT s.type_id, s.source_id, o.id IS NULL, r.id IS NULL, count(*)
        FROM samples AS s
        LEFT JOIN sources AS o ON o.user_id = $1 AND o.id = s.source_id
        LEFT JOIN source_revisions AS r ON r.user_id = $1 AND r.id = s.revision_id
        WHERE s.user_id = $1
            AND (o.id IS NULL OR r.id IS NULL OR r.source_id <> s.source_id)
        GROUP BY 1, 2, 3, 4
        ORDER BY 1, 2, 3, 4
        LIMIT $2
        """
    )

    /// Samples inside a correlation that is not there.
    static let listContainers = Statement(
        "verification.listContainers",
        """
        SELECT s.type_id, count(*)
        FROM samples AS s
        LEFT JOIN samples AS c ON c.user_id = $1 AND c.uuid = s.container
        WHERE s.user_id = $1 AND s.container IS NOT NULL AND c.uuid IS NULL
        GROUP BY s.type_id
        ORDER BY s.type_id
        LIMIT $2
        """
    )

    /// The next type, in the order of numbers, of which the user has samples or what follows them.
    static let nextType = Statement(
        "verification.nextType",
        """
        SELECT least(
            (
                SELECT min(s.type_id)
                FROM samples AS s
                WHERE s.user_id = $1 AND s.type_id > $2
                    AND s.end_us - s.start_us <= 7200000000
            ),
            (
                SELECT min(l.type_id)
                FROM samples AS l
                WHERE l.user_id = $1 AND l.type_id > $2
                    AND l.end_us - l.start_us > 7200000000
            ),
            (SELECT min(k.type_id) FROM source_types AS k WHERE k.user_id = $1 AND k.type_id > $2),
            (SELECT min(t.type_id) FROM day_totals AS t WHERE t.user_id = $1 AND t.type_id > $2),
            (SELECT min(h.type_id) FROM hour_totals AS h WHERE h.user_id = $1 AND h.type_id > $2)
        )
        """
    )

    /// Sources and clients for which another number of samples is noted than there is, or anything
    /// though there is none.
    ///
    /// Both halves of the samples, as each has an index that begins with the type.
    static let listCounts = Statement(
        "verification.listCounts",
        """
        SELECT coalesce(n.source_id, c.source_id), coalesce(n.client_id, c.client_id),
            n.sample_count, c.samples
        FROM (
            SELECT k.source_id, k.client_id, k.sample_count
            FROM source_types AS k
            WHERE k.user_id = $1 AND k.type_id = $2
        ) AS n
        FULL JOIN (
            SELECT f.source_id, f.client_id, count(*) AS samples
            FROM (
                SELECT s.source_id, s.client_id
                FROM samples AS s
                WHERE s.user_id = $1 AND s.type_id = $2
                    AND s.end_us - s.start_us <= 7200000000
                UNION ALL
                SELECT l.source_id, l.client_id
                FROM samples AS l
                WHERE l.user_id = $1 AND l.type_id = $2
                    AND l.end_us - l.start_us > 7200000000
            ) AS f
            GROUP BY f.source_id, f.client_id
        ) AS c ON c.source_id = n.source_id AND c.client_id = n.client_id
        WHERE n.sample_count IS DISTINCT FROM c.samples
        ORDER BY 1, 2
        LIMIT $3
        """
    )

    /// Notes the right numbers; a source that was not noted gets the name it last went by.
    ///
    /// The caller holds the stream's lock since it counted.
    static let repairCounts = Statement(
        "verification.repairCounts",
        """
        INSERT INTO source_types AS t (
            user_id, type_id, source_id, client_id, sample_count, named_at, name
        )
        SELECT st.user_id, $2, x.source_id, x.client_id, x.samples,
            (
                SELECT max(s.position)
                FROM samples AS s
                JOIN source_revisions AS r ON r.user_id = $1 AND r.id = s.revision_id
                WHERE s.user_id = $1 AND s.type_id = $2 AND s.source_id = x.source_id
                    AND s.client_id = x.client_id AND r.name IS NOT NULL
            ),
            (
                SELECT v.name
                FROM samples AS l
                JOIN source_revisions AS v ON v.user_id = $1 AND v.id = l.revision_id
                WHERE l.user_id = $1 AND l.type_id = $2 AND l.source_id = x.source_id
                    AND l.client_id = x.client_id AND v.name IS NOT NULL
                ORDER BY l.position DESC
                LIMIT 1
            )
        FROM user_streams AS st,
            unnest($3::int4[], $4::int4[], $5::int8[]) AS x (source_id, client_id, samples)
        WHERE st.user_id = $1
        ON CONFLICT (user_id, type_id, source_id, client_id) DO UPDATE
        SET sample_count = excluded.sample_count
        """
    )

    /// Forgets sources and clients of which there is nothing: noted, a source can be seen.
    static let dropCounts = Statement(
        "verification.dropCounts",
        """
        DELETE FROM source_types AS t
        USING unnest($3::int4[], $4::int4[]) AS x (source_id, client_id)
        WHERE t.user_id = $1 AND t.type_id = $2 AND t.source_id = x.source_id
            AND t.client_id = x.client_id
        """
    )

    /// Where there may be something from a day on: the next kept day, the starts of the first short
    /// sample and of the first long one that may reach there, and the next block of hours.
    static let nextDay = Statement(
        "verification.nextDay",
        """
        SELECT
            (
                SELECT min(t.day)
                FROM day_totals AS t
                WHERE t.user_id = $1 AND t.type_id = $2 AND t.day >= $3
            ),
            (
                SELECT min(f.start_us)
                FROM \(ClientRun.all)
                CROSS JOIN LATERAL (
                    SELECT s.start_us
                    FROM samples AS s
                    WHERE s.user_id = $1 AND s.type_id = $2 AND \(ClientRun.holds("s"))
                        AND s.start_us >= $4 - 7200000000
                        AND \(StartBucket.ofSample("s")) >= \(StartBucket.of("$4 - 7200000000"))
                        AND s.end_us - s.start_us <= 7200000000
                    \(StartBucket.first("1", "s"))
                ) AS f
            ),
            (
                SELECT min(f.start_us)
                FROM \(ClientRun.all)
                CROSS JOIN LATERAL (
                    SELECT l.start_us
                    FROM samples AS l
                    WHERE l.user_id = $1 AND l.type_id = $2 AND \(ClientRun.holds("l"))
                        AND l.end_us > $4 AND l.end_us - l.start_us > 7200000000
                    OFFSET 0
                ) AS f
            ),
            (
                SELECT min(h.block)
                FROM hour_totals AS h
                WHERE h.user_id = $1 AND h.type_id = $2 AND h.block >= $5
            )
        """
    )

    /// The last kept day, to know how far one has come.
    static let lastDay = Statement(
        "verification.lastDay",
        "SELECT max(t.day) FROM day_totals AS t WHERE t.user_id = $1 AND t.type_id = $2"
    )

    static let statements = [
        size, nextUser, user, listPositions, listReferences, listContainers, nextType, listCounts,
        repairCounts, dropCounts, nextDay, lastDay,
    ]
}
