import Postgres

/// The statements that find the latest sample of a type; user, type and range are `$1` to `$4`.
///
/// Ordered by more than an index has, the planner without statistics takes all samples and sorts
/// them. So what an index has is looked for alone, and gives the edge of the few samples that are
/// put in order: what it costs does not grow with the history before the latest sample. Each run
/// has a latest one of its own.
enum LatestSQL {
    /// What is asked of a sample, beside a filter whose binds follow if there is one.
    ///
    /// It is neither of a source that is switched off (`$5`) nor cut by an end that is strict (`$6`,
    /// `$7`); `$8` is the earliest start that matters.
    private static func condition(_ alias: String, _ isFiltered: Bool) -> String {
        """
        \(alias).user_id = $1 AND \(alias).type_id = $2
                    AND \(ClientRun.holds(alias))
                    AND \(alias).start_us >= $8 AND \(alias).start_us < $4
                    AND (
                        \(alias).end_us > $3 OR \(alias).start_us >= $3
                        OR ($7 AND \(alias).end_us = $3)
                    )
                    AND (NOT $6 OR \(alias).start_us >= $3)
                    AND (NOT $7 OR (\(alias).end_us >= $3 AND \(alias).end_us < $4))
                    AND \(alias).source_id <> ALL($5)
                    AND \(isFiltered ? LoadSQL.filter(alias, from: 9) : "true")
        """
    }

    /// The latest of those of up to two hours that a filter leaves.
    static let short = latestShort("samples.latestShort", isFiltered: true)
    /// The latest of the longer ones that a filter leaves.
    static let long = latestLong("samples.latestLong", isFiltered: true)

    /// The same of all short samples of the type, which takes less planning.
    static let shortOfAll = latestShort("samples.latestShortOfAll", isFiltered: false)
    /// The same of all longer samples of the type.
    static let longOfAll = latestLong("samples.latestLongOfAll", isFiltered: false)

    static let statements = [short, long, shortOfAll, longOfAll]

    private static func runs(_ isFiltered: Bool) -> String {
        isFiltered ? ClientRun.list(ofClient: "$9") : ClientRun.all
    }

    /// The latest sample of up to two hours: of the last bucket that has one.
    private static func latestShort(_ name: String, isFiltered: Bool) -> Statement {
        Statement(
            name,
            """
            SELECT \(LoadSQL.columns)
            FROM \(runs(isFiltered))
            CROSS JOIN LATERAL (
                SELECT \(LoadSQL.columns)
                FROM samples AS s
                WHERE \(condition("s", isFiltered))
                    AND \(StartBucket.isBetween("$8", "$4", "s"))
                    AND s.end_us - s.start_us <= 7200000000
                \(StartBucket.first("1", "s", "DESC"))
            ) AS s
            ORDER BY s.start_us DESC, s.end_us DESC, s.recorded_us DESC, s.uuid DESC
            LIMIT 1
            """
        )
    }

    /// The latest of the longer samples that can be later than a short one that was found.
    ///
    /// None of a run starts later than the one that ends last, unless it ends after the start of that.
    private static func latestLong(_ name: String, isFiltered: Bool) -> Statement {
        Statement(
            name,
            """
            SELECT \(LoadSQL.columns)
            FROM \(runs(isFiltered))
            CROSS JOIN LATERAL (
                SELECT \(LoadSQL.columns)
                FROM samples AS s
                WHERE \(condition("s", isFiltered))
                    AND s.end_us >= (
                        SELECT c.start_us
                        FROM samples AS c
                        WHERE \(condition("c", isFiltered))
                            AND c.end_us >= greatest($3, $8)
                            AND c.end_us - c.start_us > 7200000000
                        ORDER BY c.end_us DESC
                        LIMIT 1
                    )
                    AND s.end_us - s.start_us > 7200000000
                OFFSET 0
            ) AS s
            ORDER BY s.start_us DESC, s.end_us DESC, s.recorded_us DESC, s.uuid DESC
            LIMIT 1
            """
        )
    }
}
