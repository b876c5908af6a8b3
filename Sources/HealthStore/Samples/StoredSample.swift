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
}

/// A place in a sorted list of samples: that of the last one given.
package struct SamplePosition: Hashable, Sendable {
    /// Its start in microseconds.
    package var start: Int64
    /// Its identifier.
    package var id: SampleID

    /// Makes a place.
    package init(start: Int64, id: SampleID) {
        self.start = start
        self.id = id
    }
}

/// A question for samples of one type.
package struct SampleQuery: Sendable {
    /// Whose samples.
    package var user: UserID
    /// The type's number.
    package var typeID: Int16
    /// The range, half-open: intervals that overlap it and instants in it.
    package var range: TimeRange
    /// Which ends must lie in the range.
    package var strict: StrictOptions
    /// What else narrows the answer.
    package var filter: SampleFilter
    /// Whether the latest start comes first.
    package var isDescending: Bool
    /// The most samples wanted.
    package var limit: Int
    /// Where the previous page ended.
    package var after: SamplePosition?

    /// Makes a query.
    package init(
        user: UserID,
        typeID: Int16,
        range: TimeRange,
        strict: StrictOptions,
        filter: SampleFilter,
        isDescending: Bool,
        limit: Int,
        after: SamplePosition?
    ) {
        self.user = user
        self.typeID = typeID
        self.range = range
        self.strict = strict
        self.filter = filter
        self.isDescending = isDescending
        self.limit = limit
        self.after = after
    }
}

extension HealthStore {
    /// Lists samples, sorted by start and then identifier, up or down.
    ///
    /// - Throws: `HealthStoreError.userNotFound`.
    package func samples(_ query: SampleQuery) async throws -> [StoredSample] {
        try await pool.withConnection { connection in
            _ = try Self.user(query.user, on: connection)
            let rows = try connection.run(
                query.isDescending ? SampleListSQL.descending : SampleListSQL.ascending,
                query.binds
            )
            return (0..<rows.rowCount).map { StoredSample(rows, $0) }
        }
    }
}

extension SampleQuery {
    fileprivate var binds: [Bind] {
        [
            .int8(user.number), .int2(typeID), .int8(range.start.microseconds),
            .int8(range.end.microseconds), .bool(strict.contains(.start)),
            .bool(strict.contains(.end)), .int4(filter.visibility.clientNumber),
            .bool(filter.isUserEntered), .uuidArray(filter.sources?.map(\.bits) ?? []),
            .bool(filter.sources != nil), .int8(after?.start), .uuid(after?.id.bits),
            .int4(Int32(limit)), .int8(shortStarts.from), .int8(shortStarts.to),
        ]
    }

    /// Where the starts of samples of up to two hours may lie, both ends included; nowhere when the
    /// first lies behind the second.
    ///
    /// A page goes on where the last one ended, so that every page costs the same.
    private var shortStarts: (from: Int64, to: Int64) {
        let low = range.start.microseconds - (strict.contains(.start) ? 0 : 7_200_000_000)
        let high = range.end.microseconds - 1
        guard let after else { return (low, high) }
        return isDescending ? (low, min(high, after.start)) : (max(low, after.start), high)
    }
}

extension StoredSample {
    fileprivate init(_ rows: QueryResult, _ row: Int) {
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
}

/// The statements that list samples with everything there is of them.
enum SampleListSQL {
    static let ascending = list(name: "samples.listAscending", comparison: ">", direction: "ASC")

    static let descending = list(name: "samples.listDescending", comparison: "<", direction: "DESC")

    static let statements = [ascending, descending]

    /// What both branches ask of a sample; where its start may lie is each branch's own.
    private static let condition = """
        c.user_id = $1 AND c.type_id = $2
                        AND (c.end_us > $3 OR c.start_us >= $3 OR ($6 AND c.end_us = $3))
                        AND (NOT $5 OR c.start_us >= $3)
                        AND (NOT $6 OR (c.end_us >= $3 AND c.end_us < $4))
                        AND ($7::int4 IS NULL OR c.client_id = $7)
                        AND ($8::bool IS NULL OR c.user_entered = $8)
                        AND (
                            NOT $10
                            OR c.source_id IN (
                                SELECT k.id
                                FROM sources AS k
                                WHERE k.user_id = $1 AND k.key = ANY($9)
                            )
                        )
        """

    /// What the outer query takes over from a branch.
    private static let columns = """
        c.uuid, c.type_id, c.start_us, c.start_offset, c.end_us, c.end_offset, c.value,
                        c.created_given, c.recorded_us, c.metadata, c.source_id, c.revision_id, c.details,
                        c.container
        """

    /// Joins two branches with an index each: short samples by their start, long ones by their end.
    ///
    /// Each gives one page, sorted; the page of both is the answer. The name of a source is the one
    /// the sample was saved under. Short samples begin at the place where the last page ended
    /// (`$14`, `$15`), so only there the identifier matters: said in one more comparison of rows,
    /// the planner would expect few rows and sort all of them for each page.
    private static func list(name: String, comparison: String, direction: String) -> Statement {
        Statement(
            name,
            """
            SELECT s.uuid, s.type_id, s.start_us, s.start_offset, s.end_us, s.end_offset, s.value,
                CASE WHEN s.created_given THEN s.recorded_us END, s.metadata::text, o.key,
                o.bundle_identifier, r.name, r.version, o.product_type, r.operating_system_version,
                o.device_name, o.device_manufacturer, o.device_model, o.device_hardware_version,
                r.device_firmware_version, r.device_software_version, o.device_local_identifier,
                r.device_udi_device_identifier, s.details::text, s.container
            FROM (
                (
                    SELECT \(columns)
                    FROM samples AS c
                    WHERE \(condition)
                        AND c.start_us BETWEEN $14 AND $15
                        AND (
                            $11::int8 IS NULL OR c.start_us <> $11
                            OR c.uuid \(comparison) $12::uuid
                        )
                        AND c.end_us - c.start_us <= 7200000000
                    ORDER BY c.start_us \(direction), c.uuid \(direction)
                    LIMIT $13
                )
                UNION ALL
                (
                    SELECT \(columns)
                    FROM samples AS c
                    WHERE \(condition)
                        AND c.start_us < $4 AND c.end_us >= $3
                        AND (
                            $11::int8 IS NULL
                            OR (c.start_us, c.uuid) \(comparison) ($11, $12::uuid)
                        )
                        AND c.end_us - c.start_us > 7200000000
                    ORDER BY c.start_us \(direction), c.uuid \(direction)
                    LIMIT $13
                )
                ORDER BY start_us \(direction), uuid \(direction)
                LIMIT $13
            ) AS s
            JOIN sources AS o ON o.user_id = $1 AND o.id = s.source_id
            JOIN source_revisions AS r ON r.user_id = $1 AND r.id = s.revision_id
            ORDER BY s.start_us \(direction), s.uuid \(direction)
            """
        )
    }
}
