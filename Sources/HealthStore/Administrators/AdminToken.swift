import Crypto
package import HealthModel
import Postgres

/// A token of somebody who acts for the operator, without its secret.
package struct AdminToken: Hashable, Sendable {
    /// The token's name, for revoking it.
    package let id: TokenID
    /// Whose it is, in the operator's words.
    package let name: String
    /// What they may do.
    package let role: Role
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
    /// What every token of an admin begins with, so that scanners for leaked secrets find it.
    package static let adminTokenPrefix = "trib_a_"

    /// Makes a token for somebody who acts for the operator.
    package func createAdminToken(
        name: String,
        role: Role,
        expiresAt: Instant?,
        by actor: String
    ) async throws -> IssuedToken {
        let token = NewSecret(prefix: Self.adminTokenPrefix)
        try await pool.withConnection { connection in
            try connection.transaction {
                try Self.insert(token, name, role, expiresAt, on: connection)
                try AuditEvent(
                    actor: actor,
                    action: "adminToken.create",
                    subject: "\(token.id) \(role.rawValue)"
                ).record(on: connection)
            }
        }
        return IssuedToken(id: token.id, secret: token.text, expiresAt: expiresAt)
    }

    /// Lists the tokens of admins, the newest first, those that were revoked included.
    package func adminTokens(after place: ListPlace?, limit: Int) async throws -> [AdminToken] {
        try await pool.withConnection { connection in
            let rows = try connection.run(
                AdminTokenSQL.list,
                (place ?? .beginning).binds + [.int4(Int32(clamping: limit))]
            )
            return (0..<rows.rowCount).map { AdminToken(rows, $0) }
        }
    }

    /// Revokes an admin's token for good; doing so again changes nothing.
    ///
    /// - Throws: `HealthStoreError.adminTokenNotFound`.
    package func revokeAdminToken(_ id: TokenID, by actor: String) async throws {
        try await pool.withConnection { connection in
            try connection.transaction {
                let rows = try connection.run(AdminTokenSQL.revoke, [.uuid(id.bits)])
                guard rows.rowCount == 1 else { throw HealthStoreError.adminTokenNotFound }
                try AuditEvent(
                    actor: actor,
                    action: "adminToken.revoke",
                    subject: id.description
                ).record(on: connection)
                try AccessSQL.notify(of: .administrator(id), on: connection)
            }
        }
    }

    /// Finds who a secret speaks for; nil when it was never given out or was revoked.
    ///
    /// As with clients' tokens, the look-up goes by a hash, which is then compared in constant time,
    /// and expiry is the caller's to check.
    package func administrator(ofSecret secret: [UInt8]) async throws -> Administrator? {
        let hash = SHA256.hash(secret)
        let id = Self.tokenID(ofHash: hash)
        return try await pool.withConnection { connection in
            let rows = try connection.run(AdminTokenSQL.find, [.uuid(id.bits)])
            guard rows.rowCount == 1, ConstantTime.equal(rows.bytea(0, 0), hash),
                let role = Role(rawValue: rows.text(0, 1))
            else { return nil }
            return Administrator(
                role: role,
                token: id,
                expiresAt: rows.optionalInt8(0, 2).map(Instant.init(microseconds:))
            )
        }
    }

    static func insert(
        _ token: NewSecret,
        _ name: String,
        _ role: Role,
        _ expiresAt: Instant?,
        on connection: Connection
    ) throws {
        _ = try connection.run(
            AdminTokenSQL.insert,
            [
                .uuid(token.id.bits), .bytea(token.hash), .text(name), .text(role.rawValue),
                .int8(expiresAt?.microseconds),
            ]
        )
    }
}

extension AdminToken {
    fileprivate init(_ rows: QueryResult, _ row: Int) {
        id = TokenID(bits: rows.uuid(row, 0))
        name = rows.text(row, 1)
        role = Role(rawValue: rows.text(row, 2)) ?? .auditor
        createdAt = Instant(microseconds: rows.int8(row, 3))
        expiresAt = rows.optionalInt8(row, 4).map(Instant.init(microseconds:))
        revokedAt = rows.optionalInt8(row, 5).map(Instant.init(microseconds:))
        lastUsedAt = rows.optionalInt8(row, 6).map(Instant.init(microseconds:))
    }
}
