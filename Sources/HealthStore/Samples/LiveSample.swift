import HealthModel
import Postgres

/// A sample that is there at some moment of a save or a deletion: on disk, or earlier in the batch.
struct LiveSample {
    /// What it says.
    let content: SampleContent
    /// What it is in metadata and details; see `DocumentClasses`.
    let document: Int
    /// Who saved it.
    let client: Int32
    /// What decides between versions of it.
    let sync: SyncIdentity?
    /// The correlation that holds it.
    var container: SampleID?
    /// When the device says that it recorded it; nil where none has said so.
    var created: Int64?
    /// Its place among the additions of the batch; nil on disk.
    let addition: Int?

    /// Where its pair stands among all pairs of the user, if it has one.
    var syncPlace: SyncPlace? {
        sync.map { SyncPlace(client: client, typeID: content.typeID, key: $0.key) }
    }
}

/// What a pair of sync identifier and version is unique for within a user.
struct SyncPlace: Hashable {
    let client: Int32
    let typeID: Int16
    let key: UInt128
}

extension LiveSample {
    /// What a statement selects first for `init(_:_:)`; the samples go by `s`.
    static let columns = """
        s.uuid, s.type_id, s.start_us, s.end_us, s.value, s.source_id, s.client_id,
            CASE WHEN s.created_given THEN s.recorded_us END, s.sync_key, s.sync_version,
            s.container
        """

    /// What that needs of a row of `samples` that goes by `k`.
    static let storedColumns = """
        k.uuid, k.type_id, k.start_us, k.end_us, k.value, k.source_id, k.client_id,
            k.created_given, k.recorded_us, k.sync_key, k.sync_version, k.container
        """

    /// How many columns `columns` are.
    static let columnCount = 11

    /// The sample on disk that a row describes.
    init(_ rows: QueryResult, _ row: Int) {
        content = SampleContent(
            typeID: rows.int2(row, 1),
            start: rows.int8(row, 2),
            end: rows.int8(row, 3),
            value: rows.float8(row, 4).bitPattern,
            source: rows.int4(row, 5)
        )
        document = DocumentClasses.stored
        client = rows.int4(row, 6)
        created = rows.optionalInt8(row, 7)
        let key = rows.optionalUUID(row, 8)
        sync = key.flatMap { key in
            rows.optionalFloat8(row, 9).map { SyncIdentity(key: key, version: $0) }
        }
        container = rows.optionalUUID(row, 10).map(SampleID.init(bits:))
        addition = nil
    }
}

extension QueryResult {
    /// The samples of rows that begin with `LiveSample.columns`, with their identifiers.
    func liveSamples() -> [(id: SampleID, sample: LiveSample)] {
        (0..<rowCount).map { (SampleID(bits: uuid($0, 0)), LiveSample(self, $0)) }
    }
}
