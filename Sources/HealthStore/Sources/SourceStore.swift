import HealthModel
import Postgres

/// Whose samples a caller may look at, for one type.
package enum Visibility: Hashable, Sendable {
    /// Everything of the user.
    case all
    /// Only what this client saved, as if nothing else existed.
    case savedBy(ClientID)

    /// The client to narrow to, for a `$n IS NULL OR client_id = $n`.
    var clientNumber: Int32? {
        switch self {
        case .all: nil
        case .savedBy(let client): client.number
        }
    }
}

extension HealthStore {
    /// Lists the sources of a user in the order they first appeared.
    ///
    /// A source is listed when one of its samples may be seen: any of a type in `readable`, or one
    /// that `client` saved itself; nil for both gives all.
    ///
    /// - Throws: `HealthStoreError.userNotFound`.
    package func sources(
        of user: UserID,
        readable typeIDs: [Int16]?,
        client: ClientID?
    ) async throws -> [SourceRecord] {
        try await pool.withConnection { connection in
            _ = try Self.user(user, on: connection)
            guard let typeIDs, let client else { return try Self.sources(of: user, on: connection) }
            let rows = try connection.run(
                SourceSQL.listVisible,
                [.int8(user.number), .int2Array(typeIDs), .int4(client.number)]
            )
            return (0..<rows.rowCount).map { Self.source(rows, $0) }
        }
    }

    /// Lists the sources that have samples of a type.
    static func sources(
        of user: UserID,
        typeID: Int16,
        visibility: Visibility,
        on connection: Connection
    ) throws -> [SourceRecord] {
        let rows = try connection.run(
            SourceSQL.listByType,
            [.int8(user.number), .int2(typeID), .int4(visibility.clientNumber)]
        )
        return (0..<rows.rowCount).map { source(rows, $0) }
    }

    static func sources(of user: UserID, on connection: Connection) throws -> [SourceRecord] {
        let rows = try connection.run(SourceSQL.list, [.int8(user.number)])
        return (0..<rows.rowCount).map { source(rows, $0) }
    }

    private static func source(_ rows: QueryResult, _ row: Int) -> SourceRecord {
        SourceRecord(
            id: SourceID(number: rows.int4(row, 0)),
            key: SampleID(bits: rows.uuid(row, 1)),
            identity: SourceIdentity(
                bundleIdentifier: rows.text(row, 2),
                productType: rows.optionalText(row, 4),
                deviceName: rows.optionalText(row, 5),
                deviceManufacturer: rows.optionalText(row, 6),
                deviceModel: rows.optionalText(row, 7),
                deviceHardwareVersion: rows.optionalText(row, 8),
                deviceLocalIdentifier: rows.optionalText(row, 9)
            ),
            name: rows.optionalText(row, 3)
        )
    }
}

extension HealthStore {
    /// What a row of samples says of its source: the source itself and the revision.
    struct StoredReference: Hashable, Sendable {
        let source: Int32
        let revision: Int32
    }

    /// The bind of `SourceSQL.findRevisions` for the side table of a batch.
    static func revisionKeys(_ references: [SourceReference], of user: UserID) -> [UInt128] {
        references.map { DerivedIdentifier.revision($0, of: user).bits }
    }

    /// Matches the side table with what is stored and inserts what is missing.
    ///
    /// The caller holds the user's stream lock: that makes `max(id) + 1` safe.
    static func resolve(
        _ references: [SourceReference],
        found rows: QueryResult,
        user: UserID,
        on connection: Connection
    ) throws -> [StoredReference] {
        var stored: [UInt128: StoredReference] = [:]
        for row in 0..<rows.rowCount {
            stored[rows.uuid(row, 0)] = StoredReference(
                source: rows.int4(row, 1),
                revision: rows.int4(row, 2)
            )
        }
        return try zip(references, revisionKeys(references, of: user)).map { reference, key in
            if let known = stored[key] { return known }
            let added = try insert(reference, key: key, user: user, on: connection)
            stored[key] = added
            return added
        }
    }

    private static func insert(
        _ reference: SourceReference,
        key: UInt128,
        user: UserID,
        on connection: Connection
    ) throws -> StoredReference {
        let identity = reference.identity
        let revision = reference.revision
        let source = try connection.run(
            SourceSQL.upsert,
            [
                .int8(user.number), .uuid(DerivedIdentifier.source(identity, of: user).bits),
                .text(identity.bundleIdentifier), .text(revision.name),
                .text(identity.productType), .text(identity.deviceName),
                .text(identity.deviceManufacturer), .text(identity.deviceModel),
                .text(identity.deviceHardwareVersion), .text(identity.deviceLocalIdentifier),
            ]
        ).int4(0, 0)
        let added = try connection.run(
            SourceSQL.insertRevision,
            [
                .int8(user.number), .uuid(key), .int4(source), .text(revision.name),
                .text(revision.version), .text(revision.operatingSystemVersion),
                .text(reference.device?.firmwareVersion),
                .text(reference.device?.softwareVersion),
                .text(reference.device?.udiDeviceIdentifier),
            ]
        )
        return StoredReference(source: source, revision: added.int4(0, 0))
    }
}

enum SourceSQL {
    private static let columns = """
        s.id, s.key, s.bundle_identifier, s.name, s.product_type, s.device_name,
            s.device_manufacturer, s.device_model, s.device_hardware_version,
            s.device_local_identifier
        """

    static let list = Statement(
        "sources.list",
        """
        SELECT \(columns)
        FROM sources AS s
        WHERE s.user_id = $1
        ORDER BY s.id
        LIMIT 10000
        """
    )

    static let listVisible = Statement(
        "sources.listVisible",
        """
        SELECT \(columns)
        FROM sources AS s
        WHERE s.user_id = $1
            AND EXISTS (
                SELECT 1
                FROM source_types AS t
                WHERE t.user_id = $1 AND t.source_id = s.id
                    AND (t.type_id = ANY($2) OR t.client_id = $3)
            )
        ORDER BY s.id
        LIMIT 10000
        """
    )

    static let listByType = Statement(
        "sources.listByType",
        """
        SELECT \(columns)
        FROM sources AS s
        WHERE s.user_id = $1
            AND EXISTS (
                SELECT 1
                FROM source_types AS t
                WHERE t.user_id = $1 AND t.source_id = s.id AND t.type_id = $2
                    AND ($3::int4 IS NULL OR t.client_id = $3)
            )
        ORDER BY s.id
        LIMIT 10000
        """
    )

    static let findRevisions = Statement(
        "sources.findRevisions",
        """
        SELECT r.key, r.source_id, r.id
        FROM source_revisions AS r
        WHERE r.user_id = $1 AND r.key = ANY($2)
        """
    )

    /// Finds or makes a source; the newest name stays.
    static let upsert = Statement(
        "sources.upsert",
        """
        INSERT INTO sources AS s (
            user_id, id, key, bundle_identifier, name, product_type, device_name,
            device_manufacturer, device_model, device_hardware_version, device_local_identifier
        )
        VALUES (
            $1,
            (SELECT coalesce(max(o.id), 0) + 1 FROM sources AS o WHERE o.user_id = $1),
            $2, $3, $4, $5, $6, $7, $8, $9, $10
        )
        ON CONFLICT (user_id, key) DO UPDATE SET name = coalesce(excluded.name, s.name)
        RETURNING s.id
        """
    )

    static let insertRevision = Statement(
        "sources.insertRevision",
        """
        INSERT INTO source_revisions AS r (
            user_id, id, key, source_id, name, version, operating_system_version,
            device_firmware_version, device_software_version, device_udi_device_identifier
        )
        VALUES (
            $1,
            (SELECT coalesce(max(o.id), 0) + 1 FROM source_revisions AS o WHERE o.user_id = $1),
            $2, $3, $4, $5, $6, $7, $8, $9
        )
        RETURNING r.id
        """
    )

    static let insertTypes = Statement(
        "sources.insertTypes",
        """
        INSERT INTO source_types AS t (user_id, type_id, source_id, client_id)
        SELECT st.user_id, x.type_id, x.source_id, $4
        FROM user_streams AS st, unnest($2::int2[], $3::int4[]) AS x (type_id, source_id)
        WHERE st.user_id = $1
        ON CONFLICT DO NOTHING
        """
    )
}
