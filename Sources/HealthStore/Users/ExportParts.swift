package import HealthModel
import Postgres

/// The order of a user's sources for one type as it was set, by the keys of sources.
package struct StoredSourceOrder: Hashable, Sendable {
    /// The type's number.
    package let typeID: Int16
    /// The sources that were put in order, best first.
    package let ranked: [SampleID]
    /// The sources that were switched off.
    package let disabled: [SampleID]
}

/// What is read of a user only to give everything away.
extension HealthStore {
    /// Reads every order that was set, by type.
    package func sourceOrders(of user: UserID) async throws -> [StoredSourceOrder] {
        try await pool.withConnection(as: .user(user)) { connection in
            let records = try Self.sources(of: user, on: connection)
            let keys = Dictionary(uniqueKeysWithValues: records.map { ($0.id.number, $0.key) })
            let rows = try connection.run(UserExportSQL.listOrders, [.int8(user.number)])
            return (0..<rows.rowCount).map { row in
                StoredSourceOrder(
                    typeID: rows.int2(row, 0),
                    ranked: rows.int4Array(row, 1).compactMap { keys[$0] },
                    disabled: rows.int4Array(row, 2).compactMap { keys[$0] }
                )
            }
        }
    }

    /// The place from which a reader of a user's feed is told of every mark of a deletion that is
    /// kept.
    ///
    /// - Throws: `HealthStoreError.userNotFound`.
    package func feedStart(of user: UserID) async throws -> ChangePlace {
        try await pool.withConnection(as: .user(user)) { connection in
            let stream = try connection.run(ChangeSQL.stream, [.int8(user.number)])
            guard stream.rowCount == 1 else { throw HealthStoreError.userNotFound }
            return ChangePlace(position: 0, beginning: stream.int8(0, 1))
        }
    }
}

/// Statements of an export alone.
enum UserExportSQL {
    static let listOrders = Statement(
        "userExport.listOrders",
        """
        SELECT o.type_id, o.ranked, o.disabled
        FROM source_orders AS o
        WHERE o.user_id = $1
        ORDER BY o.type_id
        LIMIT 10000
        """
    )

    static let statements = [listOrders]
}
