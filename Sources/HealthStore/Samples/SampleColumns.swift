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
    }

    /// The binds of `insert`.
    func binds(user: UserID, client: ClientID) -> [Bind] {
        [
            .int8(user.number), .int4(client.number), .uuidArray(ids), .int8Array(starts),
            .int8Array(ends), .float8Array(values), .int8Array(recorded), .int4Array(sources),
            .int4Array(revisions), .int2Array(types), .optionalInt2Array(startOffsets),
            .optionalInt2Array(endOffsets), .boolArray(userEntered), .boolArray(createdGiven),
            .optionalJSONBArray(metadata), .optionalUUIDArray(syncKeys),
            .optionalFloat8Array(syncVersions), .optionalUUIDArray(containers),
            .optionalJSONBArray(details), .int8Array(positions),
        ]
    }

    /// Inserts samples that are known to be new.
    ///
    /// The row of user_streams anchors the statement to one user, so that a distributed database
    /// sends it to one node. The caller holds that row's lock and advances it afterwards.
    static let insert = Statement(
        "samples.insert",
        """
        INSERT INTO samples AS t (
            user_id, uuid, start_us, end_us, value, recorded_us, position, source_id,
            revision_id, client_id, type_id, start_offset, end_offset, user_entered,
            created_given, metadata, sync_key, sync_version, container, details
        )
        SELECT
            st.user_id, x.uuid, x.start_us, x.end_us, x.value, x.recorded_us,
            x.position, x.source_id, x.revision_id, $2, x.type_id, x.start_offset, x.end_offset,
            x.user_entered, x.created_given, x.metadata, x.sync_key, x.sync_version, x.container,
            x.details
        FROM user_streams AS st,
            unnest(
                $3::uuid[], $4::int8[], $5::int8[], $6::float8[], $7::int8[], $8::int4[],
                $9::int4[], $10::int2[], $11::int2[], $12::int2[], $13::bool[], $14::bool[],
                $15::jsonb[], $16::uuid[], $17::float8[], $18::uuid[], $19::jsonb[], $20::int8[]
            ) AS x (
                uuid, start_us, end_us, value, recorded_us, source_id, revision_id, type_id,
                start_offset, end_offset, user_entered, created_given, metadata, sync_key,
                sync_version, container, details, position
            )
        WHERE st.user_id = $1
        """
    )

    /// The statements of this file.
    static let statements = [insert]
}
