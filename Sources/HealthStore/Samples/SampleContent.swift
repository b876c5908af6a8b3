import HealthModel
import Postgres

/// What two samples of one identifier must share to be the same; metadata is compared apart.
struct SampleContent: Equatable {
    private let typeID: Int16
    private let start: Int64
    private let end: Int64
    private let value: UInt64
    private let source: Int32

    /// The content of a sample that came in; `source` is its number, or a stand-in for a new one.
    init(_ sample: NewSample, source: Int32) {
        typeID = sample.typeID
        start = sample.start
        end = sample.end
        value = sample.value.bitPattern
        self.source = source
    }

    /// The content of a row of `KnownSamples.find`.
    fileprivate init(_ rows: QueryResult, _ row: Int) {
        typeID = rows.int2(row, 1)
        start = rows.int8(row, 2)
        end = rows.int8(row, 3)
        value = rows.float8(row, 4).bitPattern
        source = rows.int4(row, 5)
    }
}

/// What is known of the identifiers of a batch: stored before, or earlier in the batch.
///
/// Metadata is compared by the database, as `jsonb`: spelling and order of keys do not count. That
/// takes a question of its own only where a batch repeats a new identifier with other text.
struct KnownSamples {
    private var contents: [SampleID: SampleContent] = [:]
    /// When the devices say that they recorded the samples; nil where none has said so.
    private var recordings: [SampleID: Int64?] = [:]
    /// The samples that a repetition recorded later than was known, with the later time.
    private(set) var laterRecordings: [SampleID: Int64] = [:]
    /// By place in the batch, whether the metadata equals that of the sample known before.
    private var hasEqualMetadata: [Bool]

    /// Takes the rows of `find`, and compares what the batch repeats.
    init(_ rows: QueryResult, _ samples: [NewSample], on connection: Connection) throws {
        hasEqualMetadata = Array(repeating: false, count: samples.count)
        for row in 0..<rows.rowCount {
            let id = SampleID(bits: rows.uuid(row, 0))
            contents[id] = SampleContent(rows, row)
            recordings[id] = .some(rows.optionalInt8(row, 7))
            hasEqualMetadata[Int(rows.int8(row, 6)) - 1] = rows.bool(row, 8)
        }
        try compareRepeated(samples, on: connection)
    }

    /// Decides about the sample at a place; the places of a batch are asked for in order.
    mutating func outcome(
        of sample: NewSample,
        _ content: SampleContent,
        at place: Int
    ) -> SaveOutcome {
        guard let known = contents[sample.id] else {
            contents[sample.id] = content
            recordings[sample.id] = .some(sample.created)
            return .stored
        }
        guard known == content, hasEqualMetadata[place] else { return .uuidConflict }
        note(sample.created, of: sample.id)
        return .duplicate
    }

    /// Keeps the latest time a device gave, so that repetitions may arrive in any order (rule 6).
    private mutating func note(_ created: Int64?, of id: SampleID) {
        guard let created else { return }
        if let known = recordings[id] ?? nil, known >= created { return }
        recordings[id] = .some(created)
        laterRecordings[id] = created
    }

    private mutating func compareRepeated(
        _ samples: [NewSample],
        on connection: Connection
    ) throws {
        var first: [SampleID: Int] = [:]
        var repeated: [(place: Int, first: Int)] = []
        for (place, sample) in samples.enumerated() where contents[sample.id] == nil {
            if let earlier = first[sample.id] {
                repeated.append((place, earlier))
            } else {
                first[sample.id] = place
            }
        }
        guard !repeated.isEmpty else { return }
        let rows = try connection.run(
            Self.compare,
            [
                .optionalJSONBArray(repeated.map { samples[$0.place].metadata }),
                .optionalJSONBArray(repeated.map { samples[$0.first].metadata }),
            ]
        )
        for row in 0..<rows.rowCount {
            hasEqualMetadata[repeated[Int(rows.int8(row, 0)) - 1].place] = rows.bool(row, 1)
        }
    }
}

extension KnownSamples {
    /// The binds of `find` for a batch.
    static func binds(_ samples: [NewSample], user: UserID) -> [Bind] {
        [
            .int8(user.number), .uuidArray(samples.map(\.id.bits)),
            .optionalJSONBArray(samples.map(\.metadata)),
        ]
    }

    /// Finds what is stored under the identifiers of a batch, a row for each place that asks.
    static let find = Statement(
        "samples.findExisting",
        """
        SELECT s.uuid, s.type_id, s.start_us, s.end_us, s.value, s.source_id, x.place,
            CASE WHEN s.created_given THEN s.recorded_us END,
            s.metadata IS NOT DISTINCT FROM x.metadata
        FROM unnest($2::uuid[], $3::jsonb[]) WITH ORDINALITY AS x (uuid, metadata, place)
        JOIN samples AS s ON s.user_id = $1 AND s.uuid = x.uuid
        """
    )

    private static let compare = Statement(
        "samples.compareMetadata",
        """
        SELECT x.place, x.one IS NOT DISTINCT FROM x.other
        FROM unnest($1::jsonb[], $2::jsonb[]) WITH ORDINALITY AS x (one, other, place)
        """
    )

    /// The binds of `record` for what repetitions recorded later.
    func recordBinds(user: UserID) -> [Bind] {
        [
            .int8(user.number), .uuidArray(laterRecordings.keys.map(\.bits)),
            .int8Array(Array(laterRecordings.values)),
        ]
    }

    /// Notes that samples were recorded later than was known.
    static let record = Statement(
        "samples.record",
        """
        UPDATE samples AS t
        SET recorded_us = x.recorded_us, created_given = true
        FROM unnest($2::uuid[], $3::int8[]) AS x (uuid, recorded_us)
        WHERE t.user_id = $1 AND t.uuid = x.uuid
        """
    )

    /// The statements of this file.
    static let statements = [find, compare, record]
}
