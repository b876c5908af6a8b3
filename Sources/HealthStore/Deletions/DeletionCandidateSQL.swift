import Postgres

/// The statements that find what is to be deleted.
enum DeletionCandidateSQL {
    static let findByIdentifier = Statement(
        "samples.findByIdentifier",
        """
        SELECT \(LiveSample.columns)
        FROM \(SampleRows.identifiers)
        \(SampleRows.lookup(LiveSample.storedColumns, where: "k.uuid = x.uuid", as: "s"))
        """
    )

    /// Finds samples of a type by what stands for their sync identifiers; of one client, if given.
    static let findBySyncKey = Statement(
        "samples.findBySyncKey",
        """
        SELECT \(LiveSample.columns)
        FROM samples AS s
        WHERE s.user_id = $1 AND ($2::int4 IS NULL OR s.client_id = $2) AND s.type_id = $3
            AND s.sync_key = ANY($4) AND s.sync_key IS NOT NULL
        ORDER BY s.uuid
        """
    )

    /// Lists samples of a type in a range, of one client if one is given, by start and identifier.
    ///
    /// As in a query for samples, each half of a run has an index of its own.
    static let listInRange = Statement(
        "samples.listToDelete",
        """
        SELECT \(LiveSample.columns)
        FROM \(ClientRun.list(ofClient: "$7"))
        CROSS JOIN LATERAL (
            (
                SELECT \(columns)
                FROM samples AS c
                WHERE \(condition)
                    AND \(StartBucket.comparing(isInReach))
                    AND \(StartBucket.isBetween("$3 - 7200000000", "$4", "c"))
                    AND c.end_us - c.start_us <= 7200000000
                \(StartBucket.first("$8", "c"))
            )
            UNION ALL
            (
                SELECT \(columns)
                FROM samples AS c
                WHERE \(condition)
                    AND c.start_us < $4 AND c.end_us >= $3
                    AND c.end_us - c.start_us > 7200000000
                ORDER BY c.start_us, c.uuid
                LIMIT $8
            )
        ) AS s
        ORDER BY s.start_us, s.uuid
        LIMIT $8
        """
    )

    private static let isInReach = "c.start_us >= $3 - 7200000000 AND c.start_us < $4"

    private static let columns = """
        c.uuid, c.type_id, c.start_us, c.end_us, c.value, c.source_id, c.client_id,
                    c.created_given, c.recorded_us, c.sync_key, c.sync_version, c.container
        """

    private static let condition = """
        c.user_id = $1 AND c.type_id = $2 AND \(ClientRun.holds("c"))
                    AND (c.end_us > $3 OR c.start_us >= $3 OR ($6 AND c.end_us = $3))
                    AND (NOT $5 OR c.start_us >= $3)
                    AND (NOT $6 OR (c.end_us >= $3 AND c.end_us < $4))
                    AND ($7::int4 IS NULL OR c.client_id = $7)
        """

    static let statements = [findByIdentifier, findBySyncKey, listInRange]
}
