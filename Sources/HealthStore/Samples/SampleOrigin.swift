package import HealthModel
import Postgres

/// Where samples come from: one object for all samples of a page that have it.
package final class SampleOrigin: Sendable {
    /// The key of the source.
    package let sourceKey: SampleID
    /// The source's revision.
    package let source: SourceRevision
    /// The hardware they were recorded with.
    package let device: Device?

    /// Reads a row of `OriginSQL.list`.
    init(_ rows: QueryResult, _ row: Int) {
        sourceKey = SampleID(bits: rows.uuid(row, 1))
        source = SourceRevision(
            bundleIdentifier: rows.text(row, 2),
            name: rows.optionalText(row, 3),
            version: rows.optionalText(row, 4),
            productType: rows.optionalText(row, 5),
            operatingSystemVersion: rows.optionalText(row, 6)
        )
        let device = Device(
            name: rows.optionalText(row, 7),
            manufacturer: rows.optionalText(row, 8),
            model: rows.optionalText(row, 9),
            hardwareVersion: rows.optionalText(row, 10),
            firmwareVersion: rows.optionalText(row, 11),
            softwareVersion: rows.optionalText(row, 12),
            localIdentifier: rows.optionalText(row, 13),
            udiDeviceIdentifier: rows.optionalText(row, 14)
        )
        self.device = device == Device() ? nil : device
    }
}

extension SampleOrigin {
    /// Finds the origins of a user's revisions.
    ///
    /// Revisions stay as they are for as long as there is the user, so it does not matter whether
    /// they are read in the transaction that found the samples.
    static func find(
        _ revisions: Set<Int32>,
        of user: UserID,
        on connection: Connection
    ) throws -> [Int32: SampleOrigin] {
        guard !revisions.isEmpty else { return [:] }
        let rows = try connection.run(
            OriginSQL.list,
            [.int8(user.number), .int4Array(Array(revisions)), .int4(Int32(revisions.count))]
        )
        var origins: [Int32: SampleOrigin] = [:]
        for row in 0..<rows.rowCount { origins[rows.int4(row, 0)] = SampleOrigin(rows, row) }
        return origins
    }
}

/// The statement that finds where samples come from.
enum OriginSQL {
    /// The name of a source is the one that the samples were saved under.
    static let list = Statement(
        "origins.list",
        """
        SELECT r.id, o.key, o.bundle_identifier, r.name, r.version, o.product_type,
            r.operating_system_version, o.device_name, o.device_manufacturer, o.device_model,
            o.device_hardware_version, r.device_firmware_version, r.device_software_version,
            o.device_local_identifier, r.device_udi_device_identifier
        FROM source_revisions AS r
        JOIN sources AS o ON o.user_id = $1 AND o.id = r.source_id
        WHERE r.user_id = $1 AND r.id = ANY($2::int4[])
        ORDER BY r.id
        LIMIT $3
        """
    )

    static let statements = [list]
}
