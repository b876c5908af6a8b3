package import HealthModel
import Postgres

/// A sample with everything that is kept of it.
package struct StoredSample: Sendable {
    /// Its identifier.
    package let id: SampleID
    /// Its type's number.
    package let typeID: Int16
    /// Its start, at the offset of the zone it was recorded in.
    package let start: ZonedInstant
    /// Its end.
    package let end: ZonedInstant
    /// Its value in the canonical unit.
    package let value: Double
    /// When the device recorded it, if it said so.
    package let created: Instant?
    /// Where it comes from.
    package let origin: SampleOrigin
    /// Its metadata as JSON text.
    package let metadata: String?
    /// What a workout has beyond the rest, as JSON text.
    package let details: String?
    /// The correlation that holds it.
    package let container: SampleID?
    /// The samples it holds, of those that the caller may see; sorted by type and identifier.
    package var members: [StoredSample] = []
}

extension StoredSample {
    /// Reads the rows of a statement with `columns`, and what they refer to.
    ///
    /// What many samples have in common is read once: in each row it would be most of the row.
    /// Samples without it, of a user who was erased meanwhile, are left out.
    static func read(
        _ rows: QueryResult,
        of user: UserID,
        on connection: Connection
    ) throws -> [StoredSample] {
        let revisions = rows.int4Column(9)
        let origins = try SampleOrigin.find(Set(revisions), of: user, on: connection)
        var samples: [StoredSample] = []
        samples.reserveCapacity(rows.rowCount)
        for (row, revision) in revisions.enumerated() {
            guard let origin = origins[revision] else { continue }
            samples.append(StoredSample(rows, row, origin))
        }
        return samples
    }

    private init(_ rows: QueryResult, _ row: Int, _ origin: SampleOrigin) {
        id = SampleID(bits: rows.uuid(row, 0))
        typeID = rows.int2(row, 1)
        start = ZonedInstant(
            Instant(microseconds: rows.int8(row, 2)),
            offsetInMinutes: rows.optionalInt2(row, 3)
        )
        end = ZonedInstant(
            Instant(microseconds: rows.int8(row, 4)),
            offsetInMinutes: rows.optionalInt2(row, 5)
        )
        value = rows.float8(row, 6)
        created = rows.optionalInt8(row, 7).map(Instant.init(microseconds:))
        metadata = rows.optionalText(row, 8)
        self.origin = origin
        details = rows.optionalText(row, 10)
        container = rows.optionalUUID(row, 11).map(SampleID.init(bits:))
    }

    /// What `read` needs of a sample `s`.
    static let columns = """
        s.uuid, s.type_id, s.start_us, s.start_offset, s.end_us, s.end_offset, s.value,
            CASE WHEN s.created_given THEN s.recorded_us END, s.metadata::text, s.revision_id,
            s.details::text, s.container
        """

    /// What that needs of a row of `samples` that goes by `k`.
    static let storedColumns = """
        k.uuid, k.type_id, k.start_us, k.start_offset, k.end_us, k.end_offset, k.value,
            k.created_given, k.recorded_us, k.metadata, k.revision_id, k.details, k.container
        """

    /// About how many bytes an answer with the sample has.
    var sizeInBytes: Int {
        members.reduce(512 + (metadata?.utf8.count ?? 0) + (details?.utf8.count ?? 0)) {
            $0 + $1.sizeInBytes
        }
    }
}
