import HealthModel
import Postgres

/// The statements that find samples to compute from; user, type and range are `$1` to `$4`.
enum LoadSQL {
    private static let columns = """
        s.start_us, s.end_us, s.value, s.recorded_us, s.uuid, s.source_id, s.user_entered,
                s.start_offset, s.end_offset
        """

    private static let filter = """
        ($5::int4 IS NULL OR s.client_id = $5)
                AND ($6::bool IS NULL OR s.user_entered = $6)
                AND (
                    NOT $8
                    OR s.source_id IN (
                        SELECT o.id FROM sources AS o WHERE o.user_id = $1 AND o.key = ANY($7)
                    )
                )
                AND (NOT $10 OR s.value = ANY($9))
        """

    /// The binds of a filter, `$5` to `$10`.
    static func binds(_ filter: SampleFilter, _ values: [Int]?) -> [Bind] {
        [
            .int4(filter.visibility.clientNumber), .bool(filter.isUserEntered),
            .uuidArray(filter.sources?.map(\.bits) ?? []), .bool(filter.sources != nil),
            .float8Array(values?.map(Double.init) ?? []), .bool(values != nil),
        ]
    }

    /// An interval reaches into the range when it overlaps it; an instant when it lies in it.
    static let overlapping = Statement(
        "samples.overlapping",
        """
        SELECT start_us, end_us, value, recorded_us, uuid, source_id, user_entered, start_offset,
            end_offset
        FROM (
            SELECT \(columns)
            FROM samples AS s
            WHERE s.user_id = $1 AND s.type_id = $2
                AND s.start_us >= $3 - 7200000000 AND s.start_us < $4
                AND \(StartBucket.isBetween("$3 - 7200000000", "$4", "s"))
                AND (s.end_us > $3 OR s.start_us >= $3)
                AND s.end_us - s.start_us <= 7200000000
                AND \(filter)
            UNION ALL
            SELECT \(columns)
            FROM samples AS s
            WHERE s.user_id = $1 AND s.type_id = $2
                AND s.end_us - s.start_us > 7200000000
                AND s.end_us > $3 AND s.start_us < $4
                AND \(filter)
        ) AS found
        ORDER BY start_us, end_us, uuid
        LIMIT $11
        """
    )

    /// The same page by page: each goes on behind the sample that the last one ended with.
    ///
    /// `$12` is where the starts of short samples may begin and `$13` those of long ones; the last
    /// sample, if there was one, started at `$13`, ended at `$14` and is `$15`. Each branch is
    /// read in the order of its index and hardly further than the page.
    static let page = Statement(
        "samples.page",
        """
        SELECT start_us, end_us, value, recorded_us, uuid, source_id, user_entered, start_offset,
            end_offset
        FROM (
            (
                SELECT \(columns)
                FROM samples AS s
                WHERE s.user_id = $1 AND s.type_id = $2
                    AND \(StartBucket.comparing("s.start_us >= $12 AND s.start_us < $4"))
                    AND \(StartBucket.isBetween("$12", "$4", "s"))
                    AND (s.end_us > $3 OR s.start_us >= $3)
                    AND s.end_us - s.start_us <= 7200000000
                    AND (
                        $15::uuid IS NULL OR s.start_us <> $13
                        OR (s.end_us, s.uuid) > ($14::int8, $15)
                    )
                    AND \(filter)
                \(StartBucket.first("$11", "s"))
            )
            UNION ALL
            (
                SELECT \(columns)
                FROM samples AS s
                WHERE s.user_id = $1 AND s.type_id = $2
                    AND s.end_us - s.start_us > 7200000000
                    AND s.end_us > greatest($3, $13) AND s.start_us < $4 AND s.start_us >= $13
                    AND (
                        $15::uuid IS NULL OR s.start_us <> $13
                        OR (s.end_us, s.uuid) > ($14::int8, $15)
                    )
                    AND \(filter)
                ORDER BY s.start_us, s.end_us, s.uuid
                LIMIT $11
            )
        ) AS found
        ORDER BY start_us, end_us, uuid
        LIMIT $11
        """
    )

    /// What the latest sample is asked: neither of a source that is switched off (`$11`) nor cut
    /// by an end that is strict (`$12`, `$13`); `$14` is the earliest start that matters.
    private static let latestCondition = """
        s.user_id = $1 AND s.type_id = $2
            AND s.start_us >= $14 AND s.start_us < $4
            AND (s.end_us > $3 OR s.start_us >= $3 OR ($13 AND s.end_us = $3))
            AND (NOT $12 OR s.start_us >= $3)
            AND (NOT $13 OR (s.end_us >= $3 AND s.end_us < $4))
            AND s.source_id <> ALL($11)
            AND \(filter)
        """

    private static let latestFirst = """
        ORDER BY s.start_us DESC, s.end_us DESC, s.recorded_us DESC, s.uuid DESC
        LIMIT 1
        """

    /// The latest sample of up to two hours: the index is read backwards until one fits.
    static let latestShort = Statement(
        "samples.latestShort",
        """
        SELECT \(columns)
        FROM (
            SELECT \(columns)
            FROM samples AS s
            WHERE \(latestCondition)
                AND \(StartBucket.isBetween("$14", "$4", "s"))
                AND s.end_us - s.start_us <= 7200000000
            \(StartBucket.first("1", "s", "DESC"))
        ) AS s
        \(latestFirst)
        """
    )

    /// The latest of the longer samples that can be later than a short one that was found.
    static let latestLong = Statement(
        "samples.latestLong",
        """
        SELECT \(columns)
        FROM samples AS s
        WHERE \(latestCondition)
            AND s.end_us >= greatest($3, $14)
            AND s.end_us - s.start_us > 7200000000
        \(latestFirst)
        """
    )

    static let statements = [overlapping, page, latestShort, latestLong]
}
