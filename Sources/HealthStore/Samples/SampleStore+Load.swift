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
    /// - Parameter values: the raw values of a category type that are wanted; nil for all.
    /// - Throws: `HealthStoreError.tooManySamples` beyond `limit`.
    static func load(
        user: UserID,
        typeID: Int16,
        from start: Int64,
        to end: Int64,
        filter: SampleFilter,
        values: [Int]? = nil,
        limit: Int = loadLimit,
        on connection: Connection
    ) throws -> [LoadedSample] {
        guard start < end else { return [] }
        let isOfAll = filter.isUnrestricted && values == nil
        let rows = try connection.run(
            isOfAll ? LoadSQL.overlappingAll : LoadSQL.overlapping,
            [
                .int8(user.number), .int2(typeID), .int8(start), .int8(end),
                .int4(Int32(limit + 1)),
            ] + (isOfAll ? [] : LoadSQL.binds(filter, values))
        )
        guard rows.rowCount <= limit else {
            throw HealthStoreError.tooManySamples(limit: limit)
        }
        return (0..<rows.rowCount).map { LoadedSample(rows, $0) }
    }
}

extension LoadedSample {
    /// Reads a row of one of the statements of `LoadSQL`.
    init(_ rows: QueryResult, _ row: Int) {
        start = rows.int8(row, 0)
        end = rows.int8(row, 1)
        value = rows.float8(row, 2)
        recorded = rows.int8(row, 3)
        id = SampleID(bits: rows.uuid(row, 4))
        source = rows.int4(row, 5)
        isUserEntered = rows.bool(row, 6)
        startOffset = rows.optionalInt2(row, 7)
        endOffset = rows.optionalInt2(row, 8)
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
