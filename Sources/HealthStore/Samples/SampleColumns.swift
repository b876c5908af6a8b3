import HealthModel
import Postgres

/// Samples turned into the arrays that one `INSERT ... SELECT FROM unnest` takes.
struct SampleColumns {
    private var ids: [UInt128] = []
    private var starts: [Int64] = []
    private var ends: [Int64] = []
    private var values: [Double] = []
    private var recorded: [Int64] = []
    private var sources: [Int32] = []
    private var revisions: [Int32] = []
    private var types: [Int16] = []
    private var startOffsets: [Int16?] = []
    private var endOffsets: [Int16?] = []
    private var userEntered: [Bool] = []
    private var createdGiven: [Bool] = []
    private var metadata: [[UInt8]?] = []
    private var syncKeys: [UInt128?] = []
    private var syncVersions: [Double?] = []
    private var containers: [UInt128?] = []
    private var details: [[UInt8]?] = []
    private var positions: [Int64] = []
    private var hasRareValues = false

    /// How many samples there are.
    var count: Int { ids.count }

    /// Reserves room for a batch.
    init(capacity: Int) {
        ids.reserveCapacity(capacity)
        starts.reserveCapacity(capacity)
        ends.reserveCapacity(capacity)
        values.reserveCapacity(capacity)
        recorded.reserveCapacity(capacity)
        sources.reserveCapacity(capacity)
        revisions.reserveCapacity(capacity)
        types.reserveCapacity(capacity)
        startOffsets.reserveCapacity(capacity)
        endOffsets.reserveCapacity(capacity)
        userEntered.reserveCapacity(capacity)
        createdGiven.reserveCapacity(capacity)
        metadata.reserveCapacity(capacity)
        syncKeys.reserveCapacity(capacity)
        syncVersions.reserveCapacity(capacity)
        containers.reserveCapacity(capacity)
        details.reserveCapacity(capacity)
        positions.reserveCapacity(capacity)
    }

    /// Adds a sample; `now` stands in for a recording time that the device did not give.
    mutating func append(
        _ sample: NewSample,
        _ stored: StoredReference,
        container: SampleID?,
        position: Int64,
        now: Int64
    ) {
        ids.append(sample.id.bits)
        starts.append(sample.start)
        ends.append(sample.end)
        values.append(sample.value)
        recorded.append(sample.created ?? now)
        sources.append(stored.source)
        revisions.append(stored.revision)
        types.append(sample.typeID)
        startOffsets.append(sample.startOffset)
        endOffsets.append(sample.endOffset)
        userEntered.append(sample.isUserEntered)
        createdGiven.append(sample.created != nil)
        metadata.append(sample.metadata)
        syncKeys.append(sample.sync?.key)
        syncVersions.append(sample.sync?.version)
        containers.append(container?.bits)
        details.append(sample.details)
        positions.append(position)
        if sample.sync != nil || container != nil || sample.details != nil { hasRareValues = true }
    }

    /// The step that inserts the samples, which are known to be new.
    ///
    /// The caller holds the lock of the user's stream and advances it afterwards.
    func insertion(user: UserID, client: ClientID) -> PipelineStep {
        var binds: [Bind] = [
            .int8(user.number), .int4(client.number), .uuidArray(ids), .int8Array(starts),
            .int8Array(ends), .float8Array(values), .int8Array(recorded), .int8Array(positions),
            .int4Array(sources), .int4Array(revisions), .int2Array(types),
            .optionalInt2Array(startOffsets), .optionalInt2Array(endOffsets),
            .boolArray(userEntered), .boolArray(createdGiven), .optionalJSONBArray(metadata),
        ]
        guard hasRareValues else { return (Self.insert, binds) }
        binds += [
            .optionalUUIDArray(syncKeys), .optionalFloat8Array(syncVersions),
            .optionalUUIDArray(containers), .optionalJSONBArray(details),
        ]
        return (Self.insertWithRareValues, binds)
    }

    /// A column and its type.
    private typealias Column = (name: String, type: String)

    /// The columns that every statement fills from its arrays.
    private static let columns: [Column] = [
        ("uuid", "uuid"), ("start_us", "int8"), ("end_us", "int8"), ("value", "float8"),
        ("recorded_us", "int8"), ("position", "int8"), ("source_id", "int4"),
        ("revision_id", "int4"), ("type_id", "int2"), ("start_offset", "int2"),
        ("end_offset", "int2"), ("user_entered", "bool"), ("created_given", "bool"),
        ("metadata", "jsonb"),
    ]

    /// Inserts samples that have none of the values that few have.
    ///
    /// Most batches are such: without four arrays of nothing the statement takes a fifth less time.
    private static let insert = insertion("samples.insert", columns)

    /// Inserts samples of any kind.
    private static let insertWithRareValues = insertion(
        "samples.insertWithRareValues",
        columns + [
            ("sync_key", "uuid"), ("sync_version", "float8"), ("container", "uuid"),
            ("details", "jsonb"),
        ]
    )

    /// Makes a statement that inserts an array for each of some columns.
    ///
    /// The row of user_streams anchors it to one user, so that a distributed database sends it to
    /// one node.
    private static func insertion(_ name: String, _ columns: [Column]) -> Statement {
        let names = columns.map(\.name).joined(separator: ", ")
        let arrays = columns.enumerated().map { "$\($0.offset + 3)::\($0.element.type)[]" }
        return Statement(
            name,
            """
            INSERT INTO samples AS t (user_id, client_id, \(names))
            SELECT st.user_id, $2, \(columns.map { "x." + $0.name }.joined(separator: ", "))
            FROM user_streams AS st, unnest(\(arrays.joined(separator: ", "))) AS x (\(names))
            WHERE st.user_id = $1
            """
        )
    }

    /// The statements of this file.
    static let statements = [insert, insertWithRareValues]
}
