import HealthModel
import Postgres

/// The statements that find samples to compute from; user, type and range are `$1` to `$4`.
enum LoadSQL {
    static let columns = """
        s.start_us, s.end_us, s.value, s.recorded_us, s.uuid, s.source_id, s.user_entered,
                s.start_offset, s.end_offset
        """

    /// What a filter leaves of the samples `alias`, when its binds begin with the one of a number.
    static func filter(_ alias: String, from first: Int) -> String {
        let (client, entered, keys, hasKeys) = (first, first + 1, first + 2, first + 3)
        let (values, hasValues) = (first + 4, first + 5)
        return """
            ($\(client)::int4 IS NULL OR \(alias).client_id = $\(client))
                    AND ($\(entered)::bool IS NULL OR \(alias).user_entered = $\(entered))
                    AND (
                        NOT $\(hasKeys)
                        OR \(alias).source_id IN (
                            SELECT o.id
                            FROM sources AS o
                            WHERE o.user_id = $1 AND o.key = ANY($\(keys))
                        )
                    )
                    AND (NOT $\(hasValues) OR \(alias).value = ANY($\(values)))
            """
    }

    /// The binds of a filter, six.
    static func binds(_ filter: SampleFilter, _ values: [Int]?) -> [Bind] {
        [
            .int4(filter.visibility.clientNumber), .bool(filter.isUserEntered),
            .uuidArray(filter.sources?.map(\.bits) ?? []), .bool(filter.sources != nil),
            .float8Array(values?.map(Double.init) ?? []), .bool(values != nil),
        ]
    }

    /// An interval reaches into the range when it overlaps it; an instant when it lies in it.
    ///
    /// At most `$5` of those that a filter leaves, whose binds follow.
    static let overlapping = reachingInto(
        "samples.overlapping",
        ClientRun.list(ofClient: "$6"),
        filter("s", from: 6)
    )

    /// The same of all samples of the type.
    ///
    /// Without a filter there is little to be gained from planning for the values, so that the
    /// database soon stops to plan anew for each question, which took longer than its answer.
    static let overlappingAll = reachingInto("samples.overlappingAll", ClientRun.all, "true")

    /// With its `OFFSET` each run is asked by its own key: joined, all samples of the type might be
    /// read for one run.
    private static func reachingInto(
        _ name: String,
        _ runs: String,
        _ filter: String
    ) -> Statement {
        Statement(
            name,
            """
            SELECT start_us, end_us, value, recorded_us, uuid, source_id, user_entered,
                start_offset, end_offset
            FROM \(runs)
            CROSS JOIN LATERAL (
                SELECT \(columns)
                FROM samples AS s
                WHERE s.user_id = $1 AND s.type_id = $2 AND \(ClientRun.holds("s"))
                    AND s.start_us >= $3 - 7200000000 AND s.start_us < $4
                    AND \(StartBucket.isBetween("$3 - 7200000000", "$4", "s"))
                    AND (s.end_us > $3 OR s.start_us >= $3)
                    AND s.end_us - s.start_us <= 7200000000
                    AND \(filter)
                UNION ALL
                SELECT \(columns)
                FROM samples AS s
                WHERE s.user_id = $1 AND s.type_id = $2 AND \(ClientRun.holds("s"))
                    AND s.end_us - s.start_us > 7200000000
                    AND s.end_us > $3 AND s.start_us < $4
                    AND \(filter)
                OFFSET 0
            ) AS found
            ORDER BY start_us, end_us, uuid
            LIMIT $5
            """
        )
    }

    /// The same page by page: each goes on behind the sample that the last one ended with.
    ///
    /// `$12` is where the starts of short samples may begin and `$13` those of long ones; the last
    /// sample, if there was one, started at `$13`, ended at `$14` and is `$15`. Each run is read
    /// hardly further than the page, short samples in the order of their index.
    static let page = Statement(
        "samples.page",
        """
        SELECT start_us, end_us, value, recorded_us, uuid, source_id, user_entered, start_offset,
            end_offset
        FROM \(ClientRun.list(ofClient: "$5"))
        CROSS JOIN LATERAL (
            (
                SELECT \(columns)
                FROM samples AS s
                WHERE s.user_id = $1 AND s.type_id = $2 AND \(ClientRun.holds("s"))
                    AND \(StartBucket.comparing("s.start_us >= $12 AND s.start_us < $4"))
                    AND \(StartBucket.isBetween("$12", "$4", "s"))
                    AND (s.end_us > $3 OR s.start_us >= $3)
                    AND s.end_us - s.start_us <= 7200000000
                    AND (
                        $15::uuid IS NULL OR s.start_us <> $13
                        OR (s.end_us, s.uuid) > ($14::int8, $15)
                    )
                    AND \(filter("s", from: 5))
                \(StartBucket.first("$11", "s"))
            )
            UNION ALL
            (
                SELECT \(columns)
                FROM samples AS s
                WHERE s.user_id = $1 AND s.type_id = $2 AND \(ClientRun.holds("s"))
                    AND s.end_us - s.start_us > 7200000000
                    AND s.end_us > greatest($3, $13) AND s.start_us < $4 AND s.start_us >= $13
                    AND (
                        $15::uuid IS NULL OR s.start_us <> $13
                        OR (s.end_us, s.uuid) > ($14::int8, $15)
                    )
                    AND \(filter("s", from: 5))
                ORDER BY s.start_us, s.end_us, s.uuid
                LIMIT $11
            )
        ) AS found
        ORDER BY start_us, end_us, uuid
        LIMIT $11
        """
    )

    static let statements = [overlapping, overlappingAll, page]
}
