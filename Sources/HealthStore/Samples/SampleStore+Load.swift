import HealthModel
import MergeEngine
import Postgres

/// A sample as statistics need it: without identity, metadata and place in the change feed.
struct LoadedSample {
    var start: Int64
    var end: Int64
    let value: Double
    let recorded: Int64
    let id: SampleID
    let source: Int32
    let isUserEntered: Bool
    let startOffset: Int16?
    let endOffset: Int16?
}

extension HealthStore {
    /// The most samples one answer looks at in one piece: what bounds its memory (about 200 MB).
    static let loadLimit = 2_000_000

    /// Loads the samples of a type that reach into `[start, end)`, sorted by start, end and id.
    ///
    /// Two index scans: samples of up to two hours by their start, with that look-back, and the
    /// longer ones through an index that holds nothing else.
    ///
    /// - Throws: `HealthStoreError.tooManySamples` beyond `limit`.
    static func load(
        user: UserID,
        typeID: Int16,
        from start: Int64,
        to end: Int64,
        filter: SampleFilter,
        limit: Int = loadLimit,
        on connection: Connection
    ) throws -> [LoadedSample] {
        guard start < end else { return [] }
        let rows = try connection.run(
            LoadSQL.overlapping,
            [
                .int8(user.number), .int2(typeID), .int8(start), .int8(end),
                .int4(filter.visibility.clientNumber), .bool(filter.isUserEntered),
                filter.sources.map { .uuidArray($0.map(\.bits)) } ?? .uuidArray([]),
                .bool(filter.sources != nil), .int4(Int32(limit + 1)),
            ]
        )
        guard rows.rowCount <= limit else {
            throw HealthStoreError.tooManySamples(limit: limit)
        }
        return (0..<rows.rowCount).map { row in
            LoadedSample(
                start: rows.int8(row, 0),
                end: rows.int8(row, 1),
                value: rows.float8(row, 2),
                recorded: rows.int8(row, 3),
                id: SampleID(bits: rows.uuid(row, 4)),
                source: rows.int4(row, 5),
                isUserEntered: rows.bool(row, 6),
                startOffset: rows.optionalInt2(row, 7),
                endOffset: rows.optionalInt2(row, 8)
            )
        }
    }
}

extension SourceRanks {
    /// The samples as the engine takes them; those of sources switched off are left out.
    func mergeSamples(_ samples: [LoadedSample]) -> [MergeSample] {
        samples.compactMap { sample in
            guard let rank = rank(source: sample.source, isUserEntered: sample.isUserEntered)
            else { return nil }
            return MergeSample(
                start: sample.start,
                end: sample.end,
                value: sample.value,
                recorded: sample.recorded,
                id: sample.id,
                rank: rank
            )
        }
    }
}

/// The statement that finds samples to compute from.
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
        """

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
        LIMIT $9
        """
    )

    static let statements = [overlapping]
}
