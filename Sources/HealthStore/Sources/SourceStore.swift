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
    /// Lists the sources of a user by bundle identifier, product type and key.
    ///
    /// A source is listed when one of its samples may be seen: any of a type in `readable`, or one
    /// that `client` saved itself; nil for both gives all. Its name is the one it last went by in
    /// those samples.
    ///
    /// - Throws: `HealthStoreError.userNotFound`.
    package func sources(
        of user: UserID,
        readable typeIDs: [Int16]?,
        client: ClientID?
    ) async throws -> [SourceRecord] {
        try await pool.withConnection(as: .user(user)) { connection in
            _ = try Self.user(user, on: connection)
            return try Self.sources(
                of: user,
                readable: typeIDs,
                client: client,
                on: connection
            )
        }
    }

    /// Lists the sources of which something may be seen, as the call of this name above.
    static func sources(
        of user: UserID,
        readable typeIDs: [Int16]?,
        client: ClientID?,
        on connection: Connection
    ) throws -> [SourceRecord] {
        let rows = try connection.run(
            SourceSQL.listVisible,
            [
                .int8(user.number), .bool(typeIDs == nil && client == nil),
                .int2Array(typeIDs ?? []), .int4(client?.number),
            ]
        )
        return (0..<rows.rowCount).map { source(rows, $0) }
    }

    /// Lists the sources that have samples of a type, under the names they have in those and sorted
    /// as all lists of sources.
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

    /// Lists all sources of a user without names, which depend on who asks.
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
                productType: rows.optionalText(row, 3),
                deviceName: rows.optionalText(row, 4),
                deviceManufacturer: rows.optionalText(row, 5),
                deviceModel: rows.optionalText(row, 6),
                deviceHardwareVersion: rows.optionalText(row, 7),
                deviceLocalIdentifier: rows.optionalText(row, 8)
            ),
            name: rows.optionalText(row, 9)
        )
    }
}
