import Postgres

/// Statements about sources and their revisions.
enum SourceSQL {
    private static let columns = """
        s.id, s.key, s.bundle_identifier, s.name, s.product_type, s.device_name,
            s.device_manufacturer, s.device_model, s.device_hardware_version,
            s.device_local_identifier
        """

    /// All of a user's sources; the limit is one that `save` keeps.
    static let list = Statement(
        "sources.list",
        """
        SELECT \(columns)
        FROM sources AS s
        WHERE s.user_id = $1
        ORDER BY s.id
        LIMIT \(HealthStore.sourceLimit)
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
        LIMIT \(HealthStore.sourceLimit)
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
        LIMIT \(HealthStore.sourceLimit)
        """
    )

    static let findByKey = Statement(
        "sources.findByKey",
        """
        SELECT s.key, s.id, s.name
        FROM sources AS s
        WHERE s.user_id = $1 AND s.key = ANY($2)
        """
    )

    static let findRevisions = Statement(
        "sources.findRevisions",
        """
        SELECT r.key, r.id
        FROM source_revisions AS r
        WHERE r.user_id = $1 AND r.key = ANY($2)
        """
    )

    /// Asked under the lock of the stream only, so that nobody else numbers from the same place.
    static let largestNumbers = Statement(
        "sources.largestNumbers",
        """
        SELECT
            coalesce((SELECT max(s.id) FROM sources AS s WHERE s.user_id = $1), 0),
            coalesce((SELECT max(r.id) FROM source_revisions AS r WHERE r.user_id = $1), 0)
        FROM user_streams AS st
        WHERE st.user_id = $1
        """
    )

    static let insert = Statement(
        "sources.insert",
        """
        INSERT INTO sources AS s (
            user_id, id, key, bundle_identifier, product_type, device_name, device_manufacturer,
            device_model, device_hardware_version, device_local_identifier
        )
        SELECT
            st.user_id, x.id, x.key, x.bundle_identifier, x.product_type, x.device_name,
            x.device_manufacturer, x.device_model, x.device_hardware_version,
            x.device_local_identifier
        FROM user_streams AS st,
            unnest(
                $2::int4[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                $9::text[], $10::text[]
            ) AS x (
                id, key, bundle_identifier, product_type, device_name, device_manufacturer,
                device_model, device_hardware_version, device_local_identifier
            )
        WHERE st.user_id = $1
        """
    )

    static let rename = Statement(
        "sources.rename",
        """
        UPDATE sources AS s
        SET name = x.name
        FROM unnest($2::int4[], $3::text[]) AS x (id, name)
        WHERE s.user_id = $1 AND s.id = x.id
        """
    )

    static let insertRevisions = Statement(
        "sources.insertRevisions",
        """
        INSERT INTO source_revisions AS r (
            user_id, id, key, source_id, name, version, operating_system_version,
            device_firmware_version, device_software_version, device_udi_device_identifier
        )
        SELECT
            st.user_id, x.id, x.key, x.source_id, x.name, x.version, x.operating_system_version,
            x.device_firmware_version, x.device_software_version, x.device_udi_device_identifier
        FROM user_streams AS st,
            unnest(
                $2::int4[], $3::uuid[], $4::int4[], $5::text[], $6::text[], $7::text[], $8::text[],
                $9::text[], $10::text[]
            ) AS x (
                id, key, source_id, name, version, operating_system_version,
                device_firmware_version, device_software_version, device_udi_device_identifier
            )
        WHERE st.user_id = $1
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

    static let statements = [
        list, listVisible, listByType, findByKey, findRevisions, largestNumbers, insert, rename,
        insertRevisions, insertTypes,
    ]
}
