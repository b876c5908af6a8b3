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
    /// The key of its source.
    package let sourceKey: SampleID
    /// Its source's revision.
    package let source: SourceRevision
    /// The hardware it was recorded with.
    package let device: Device?
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
    /// Reads a row of `columns`.
    init(_ rows: QueryResult, _ row: Int) {
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
        sourceKey = SampleID(bits: rows.uuid(row, 9))
        source = SourceRevision(
            bundleIdentifier: rows.text(row, 10),
            name: rows.optionalText(row, 11),
            version: rows.optionalText(row, 12),
            productType: rows.optionalText(row, 13),
            operatingSystemVersion: rows.optionalText(row, 14)
        )
        let device = Device(
            name: rows.optionalText(row, 15),
            manufacturer: rows.optionalText(row, 16),
            model: rows.optionalText(row, 17),
            hardwareVersion: rows.optionalText(row, 18),
            firmwareVersion: rows.optionalText(row, 19),
            softwareVersion: rows.optionalText(row, 20),
            localIdentifier: rows.optionalText(row, 21),
            udiDeviceIdentifier: rows.optionalText(row, 22)
        )
        self.device = device == Device() ? nil : device
        details = rows.optionalText(row, 23)
        container = rows.optionalUUID(row, 24).map(SampleID.init(bits:))
    }

    /// What `init(_:_:)` reads of a sample `s` with its source `o` and revision `r`.
    ///
    /// The name of a source is the one the sample was saved under.
    static let columns = """
        s.uuid, s.type_id, s.start_us, s.start_offset, s.end_us, s.end_offset, s.value,
            CASE WHEN s.created_given THEN s.recorded_us END, s.metadata::text, o.key,
            o.bundle_identifier, r.name, r.version, o.product_type, r.operating_system_version,
            o.device_name, o.device_manufacturer, o.device_model, o.device_hardware_version,
            r.device_firmware_version, r.device_software_version, o.device_local_identifier,
            r.device_udi_device_identifier, s.details::text, s.container
        """

    /// What that needs of a row of `samples` that goes by `k`.
    static let storedColumns = """
        k.uuid, k.type_id, k.start_us, k.start_offset, k.end_us, k.end_offset, k.value,
            k.created_given, k.recorded_us, k.metadata, k.source_id, k.revision_id, k.details,
            k.container
        """

    /// The joins that `columns` needs.
    static let joins = """
        JOIN sources AS o ON o.user_id = $1 AND o.id = s.source_id
        JOIN source_revisions AS r ON r.user_id = $1 AND r.id = s.revision_id
        """

    /// About how many bytes an answer with the sample has.
    var sizeInBytes: Int {
        members.reduce(512 + (metadata?.utf8.count ?? 0) + (details?.utf8.count ?? 0)) {
            $0 + $1.sizeInBytes
        }
    }
}
