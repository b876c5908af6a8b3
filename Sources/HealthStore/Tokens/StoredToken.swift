package import HealthModel
import Postgres

/// A client's token for a user, without its secret.
package struct StoredToken: Hashable, Sendable {
    /// The token's name.
    package let id: TokenID
    /// The client it was given to.
    package let client: ClientID
    /// What it is for, in the operator's words.
    package let name: String?
    /// When it was made.
    package let createdAt: Instant
    /// When it stops being accepted, if ever.
    package let expiresAt: Instant?
    /// When it was revoked, if it was.
    package let revokedAt: Instant?
    /// When it was last used, give or take a minute.
    package let lastUsedAt: Instant?
}

extension HealthStore {
    /// Lists the tokens of a user, the newest first, those that were revoked included.
    ///
    /// - Throws: `HealthStoreError.userNotFound`.
    package func tokens(
        user: UserID,
        after place: ListPlace?,
        limit: Int
    ) async throws -> [StoredToken] {
        try await pool.withConnection { connection in
            _ = try Self.user(user, on: connection)
            let rows = try connection.run(
                TokenSQL.list,
                [.int8(user.number)] + (place ?? .beginning).binds
                    + [.int4(Int32(clamping: limit))]
            )
            return (0..<rows.rowCount).map { StoredToken(rows, $0) }
        }
    }

    /// Notes when tokens were last used, those of clients and of admins, in one statement.
    package func noteUses(_ uses: [TokenID: Instant]) async throws {
        let (ids, times) = (uses.keys.map(\.bits), uses.values.map(\.microseconds))
        try await pool.withConnection { connection in
            _ = try connection.run(TokenSQL.touch, [.uuidArray(ids), .int8Array(times)])
        }
    }
}

extension StoredToken {
    fileprivate init(_ rows: QueryResult, _ row: Int) {
        id = TokenID(bits: rows.uuid(row, 0))
        client = ClientID(number: rows.int4(row, 1))
        name = rows.optionalText(row, 2)
        createdAt = Instant(microseconds: rows.int8(row, 3))
        expiresAt = rows.optionalInt8(row, 4).map(Instant.init(microseconds:))
        revokedAt = rows.optionalInt8(row, 5).map(Instant.init(microseconds:))
        lastUsedAt = rows.optionalInt8(row, 6).map(Instant.init(microseconds:))
    }
}
