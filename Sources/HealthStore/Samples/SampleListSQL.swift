import Postgres

/// The statements that list samples of a type with everything there is of them.
enum SampleListSQL {
    /// What a list asks beside the filters that all lists have.
    enum Kind: String, CaseIterable {
        /// Nothing more.
        case plain = ""
        /// Categories of some values, workouts of some activities (`$16`).
        case rawValues = "ByValue"
        /// Correlations: those the client saved, and those with an object that it may see by its
        /// own or by its type (`$16`).
        case correlations = "Correlations"
    }

    /// The statement of a kind and an order.
    static func statement(_ kind: Kind, isDescending: Bool) -> Statement {
        switch (kind, isDescending) {
        case (.plain, false): ascending
        case (.plain, true): descending
        case (.rawValues, false): ascendingByValue
        case (.rawValues, true): descendingByValue
        case (.correlations, false): ascendingCorrelations
        case (.correlations, true): descendingCorrelations
        }
    }

    static let ascending = list(.plain, isDescending: false)
    static let descending = list(.plain, isDescending: true)
    private static let ascendingByValue = list(.rawValues, isDescending: false)
    private static let descendingByValue = list(.rawValues, isDescending: true)
    private static let ascendingCorrelations = list(.correlations, isDescending: false)
    private static let descendingCorrelations = list(.correlations, isDescending: true)

    static let statements = Kind.allCases.flatMap { kind in
        [false, true].map { statement(kind, isDescending: $0) }
    }

    /// What both branches ask of a sample; where its start may lie is each branch's own.
    private static func condition(_ kind: Kind) -> String {
        """
        c.user_id = $1 AND c.type_id = $2 AND \(ClientRun.holds("c"))
                            AND (c.end_us > $3 OR c.start_us >= $3 OR ($6 AND c.end_us = $3))
                        AND (NOT $5 OR c.start_us >= $3)
                        AND (NOT $6 OR (c.end_us >= $3 AND c.end_us < $4))
                        AND \(visibility(kind))
                        AND ($8::bool IS NULL OR c.user_entered = $8)
                        AND (
                            NOT $10
                            OR c.source_id IN (
                                SELECT k.id
                                FROM sources AS k
                                WHERE k.user_id = $1 AND k.key = ANY($9)
                            )
                        )
        """
    }

    /// The runs in which there may be something that the client sees.
    private static func runs(_ kind: Kind) -> String {
        kind == .correlations
            ? ClientRun.list(seenBy: "$7", contained: "$16") : ClientRun.list(ofClient: "$7")
    }

    /// What decides beside the filters that all lists have.
    ///
    /// Said as a `CASE`, the choice of values is expected to leave many rows: expecting few, the
    /// planner would sort all of them for each page. With its `OFFSET` the look into a correlation
    /// stays one by one: else the planner would rather read all samples of everybody once.
    private static func visibility(_ kind: Kind) -> String {
        switch kind {
        case .plain: "($7::int4 IS NULL OR c.client_id = $7)"
        case .rawValues:
            """
            ($7::int4 IS NULL OR c.client_id = $7)
                            AND CASE
                                WHEN c.type_id = 2001
                                THEN (c.details ->> 'activityType')::float8 = ANY($16::float8[])
                                ELSE c.value = ANY($16)
                            END
            """
        case .correlations:
            """
            (
                                $7::int4 IS NULL OR c.client_id = $7
                                OR EXISTS (
                                    SELECT 1
                                    FROM samples AS m
                                    WHERE m.user_id = $1 AND m.container = c.uuid
                                        AND (m.client_id = $7 OR m.type_id = ANY($16::int2[]))
                                    OFFSET 0
                                )
                            )
            """
        }
    }

    /// What the outer query takes over from a branch.
    private static let columns = """
        c.uuid, c.type_id, c.start_us, c.start_offset, c.end_us, c.end_offset, c.value,
                        c.created_given, c.recorded_us, c.metadata, c.revision_id,
                        c.details, c.container
        """

    /// Joins two branches of each run, with an index each: short samples by their start, long ones
    /// by their end.
    ///
    /// Each gives one page or a little more; the page of all is the answer. Short samples begin where the
    /// last page ended (`$14`, `$15`), so only there the identifier matters: said in one more
    /// comparison of rows, the planner would expect few rows and sort all of them for each page.
    private static func list(_ kind: Kind, isDescending: Bool) -> Statement {
        let (comparison, direction) = isDescending ? ("<", "DESC") : (">", "ASC")
        let condition = condition(kind)
        return Statement(
            isDescending
                ? "samples.listDescending\(kind.rawValue)"
                : "samples.listAscending\(kind.rawValue)",
            """
            SELECT \(StoredSample.columns)
            FROM (
                SELECT \(columns)
                FROM \(runs(kind))
                CROSS JOIN LATERAL (
                    (
                        SELECT \(columns)
                        FROM samples AS c
                        WHERE \(condition)
                            AND \(StartBucket.comparing("c.start_us BETWEEN $14 AND $15"))
                            AND \(StartBucket.isBetween("$14", "$15", "c"))
                            AND (
                                $11::int8 IS NULL OR c.start_us <> $11
                                OR c.uuid \(comparison) $12::uuid
                            )
                            AND c.end_us - c.start_us <= 7200000000
                        \(StartBucket.first("$13", "c", direction))
                    )
                    UNION ALL
                    (
                        SELECT \(columns)
                        FROM samples AS c
                        WHERE \(condition)
                            AND c.start_us < $4 AND c.end_us >= $3
                            AND (
                                $11::int8 IS NULL
                                OR (c.start_us, c.uuid) \(comparison) ($11, $12::uuid)
                            )
                            AND c.end_us - c.start_us > 7200000000
                        ORDER BY c.start_us \(direction), c.uuid \(direction)
                        LIMIT $13
                    )
                ) AS c
                ORDER BY c.start_us \(direction), c.uuid \(direction)
                LIMIT $13
            ) AS s
            ORDER BY s.start_us \(direction), s.uuid \(direction)
            """
        )
    }
}
