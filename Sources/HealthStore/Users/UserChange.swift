package import HealthModel
import Postgres

/// What is changed about a user; nil for what stays.
package struct UserChange: Hashable, Sendable {
    /// Another name; within, nil for none.
    package var name: String??
    /// Another zone for samples that do not say where they were recorded.
    package var timeZone: Zone?

    /// Changes nothing.
    package init() {}
}

extension HealthStore {
    /// Lists users by their ids, behind one of them.
    package func users(after last: UserID?, limit: Int) async throws -> [User] {
        try await pool.withConnection { connection in
            let rows = try connection.run(
                UserSQL.list,
                [.int8(last?.number ?? 0), .int4(Int32(clamping: limit))]
            )
            return (0..<rows.rowCount).map { User(rows, $0) }
        }
    }

    /// Changes a user.
    ///
    /// - Throws: `HealthStoreError.userNotFound`.
    package func changeUser(
        _ id: UserID,
        _ change: UserChange,
        by actor: String
    ) async throws -> User {
        try await pool.withConnection(as: .user(id)) { connection in
            try connection.transaction {
                try Self.lockStream(of: id, on: connection)
                let rows = try connection.run(
                    UserSQL.update,
                    [
                        .int8(id.number), .text(change.name ?? nil), .bool(change.name != nil),
                        .text(change.timeZone?.identifier),
                    ]
                )
                guard rows.rowCount == 1 else { throw HealthStoreError.userNotFound }
                try AuditEvent(actor: actor, action: "user.change", user: id)
                    .record(on: connection)
                return User(rows, 0)
            }
        }
    }
}
