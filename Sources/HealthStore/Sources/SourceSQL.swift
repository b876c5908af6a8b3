import Postgres

/// Statements about sources and their revisions.
enum SourceSQL {
    private static let columns = """
        s.id, s.key, s.bundle_identifier, s.product_type, s.device_name, s.device_manufacturer,
            s.device_model, s.device_hardware_version, s.device_local_identifier
        """

    /// All of a user's sources, without names; the limit is one that `save` keeps.
    static let list = Statement(
        "sources.list",
        """
        SELECT \(columns), NULL::text
        FROM sources AS s
        WHERE s.user_id = $1
        ORDER BY s.id
        LIMIT \(HealthStore.sourceLimit)
        """
    )

    /// Sources of which something may be seen: `$2`, or a type of `$3`, or something `$4` saved.
    static let listVisible = named(
        "sources.listVisible",
        where: "($2 OR t.type_id = ANY($3) OR t.client_id = $4)"
    )

    /// Sources with samples of a type, of one client's if one is given.
    static let listByType = named(
        "sources.listByType",
        where: "t.type_id = $2 AND ($3::int4 IS NULL OR t.client_id = $3)"
    )

    /// Lists the sources of some rows of source_types under the name last given in one of them.
    ///
    /// A name that came with samples which may not be seen must not be seen either. The list is
    /// sorted by what sources are: by number, it would tell what others saved in between.
    private static func named(_ name: String, where condition: String) -> Statement {
        Statement(
            name,
            """
            SELECT \(columns), n.name
            FROM sources AS s
            JOIN (
                SELECT DISTINCT ON (t.source_id) t.source_id, t.name
                FROM source_types AS t
                WHERE t.user_id = $1 AND \(condition)
                ORDER BY t.source_id, t.named_at DESC NULLS LAST
            ) AS n ON n.source_id = s.id
            WHERE s.user_id = $1
            ORDER BY s.bundle_identifier COLLATE "C", s.product_type COLLATE "C" NULLS FIRST, s.key
            LIMIT \(HealthStore.sourceLimit)
            """
        )
    }

    static let findByKey = Statement(
        "sources.findByKey",
        """
        SELECT s.key, s.id
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

    /// Notes who saved what and how much; a name is placed where its sample stands in the stream.
    static let insertTypes = Statement(
        "sources.insertTypes",
        """
        INSERT INTO source_types AS t (
            user_id, type_id, source_id, client_id, name, named_at, sample_count
        )
        SELECT
            st.user_id, x.type_id, x.source_id, $4, x.name, st.last_position + x.place,
            x.sample_count
        FROM user_streams AS st,
            unnest($2::int2[], $3::int4[], $5::text[], $6::int8[], $7::int8[]) AS x (
                type_id, source_id, name, place, sample_count
            )
        WHERE st.user_id = $1
        ON CONFLICT (user_id, type_id, source_id, client_id) DO UPDATE
        SET name = coalesce(excluded.name, t.name),
            named_at = CASE
                WHEN excluded.name IS NULL THEN t.named_at ELSE excluded.named_at
            END,
            sample_count = t.sample_count + excluded.sample_count
        """
    )

    static let statements = [
        list, listVisible, listByType, findByKey, findRevisions, largestNumbers, insert,
        insertRevisions, insertTypes,
    ]
}
