package import HealthModel
import Postgres

/// How a token is to be replaced.
package struct TokenRotation: Sendable {
    /// The time on the server's clock.
    package let now: Instant
    /// How long the former token goes on, in seconds.
    package let overlapInSeconds: Int64
    /// How long the new one lasts, in seconds; nil for as long as the former was made for.
    package let lifetimeInSeconds: Int64?

    /// Describes a rotation.
    package init(now: Instant, overlapInSeconds: Int64, lifetimeInSeconds: Int64?) {
        self.now = now
        self.overlapInSeconds = overlapInSeconds
        self.lifetimeInSeconds = lifetimeInSeconds
    }

    /// When the former token ends at the latest.
    var formerEnd: Instant { after(overlapInSeconds * 1_000_000) }

    /// When the new token ends, after one that was made and ended so.
    func newEnd(created: Int64, expires: Int64?) -> Instant? {
        if let lifetimeInSeconds { return after(lifetimeInSeconds * 1_000_000) }
        return expires.map { after(max(1_000_000, $0 - created)) }
    }

    private func after(_ microseconds: Int64) -> Instant {
        Instant(microseconds: now.microseconds + microseconds)
    }
}

extension HealthStore {
    /// Replaces a client's token by another for the same user; both are good for a while.
    ///
    /// - Throws: `HealthStoreError.tokenNotFound`, also for one that was revoked or has expired.
    package func rotateToken(
        _ id: TokenID,
        _ rotation: TokenRotation,
        by actor: String
    ) async throws -> IssuedToken {
        let secret = NewSecret(prefix: Self.clientTokenPrefix)
        return try await pool.withConnection(as: .bearer(of: id)) { connection in
            try connection.transaction {
                let user = try Self.owner(of: id, on: connection)
                do {
                    try Self.lockStream(of: user, on: connection)
                } catch HealthStoreError.userNotFound {
                    throw HealthStoreError.tokenNotFound
                }
                let former = try connection.run(TokenSQL.hold, [.uuid(id.bits)])
                let end = try rotation.checkedEnd(former, .tokenNotFound)
                let client = ClientID(number: former.int4(0, 0))
                try TokenSQL.insert(
                    secret,
                    user,
                    client,
                    former.optionalText(0, 1),
                    end,
                    connection
                )
                try connection.end(TokenSQL.end, id, rotation)
                try AuditEvent(
                    actor: actor,
                    action: "token.rotate",
                    user: user,
                    client: client,
                    subject: "\(id) \(secret.id)"
                ).record(on: connection)
                try ChangeSQL.notify(of: user, on: connection)
                return IssuedToken(id: secret.id, secret: secret.text, expiresAt: end)
            }
        }
    }

    /// Replaces an admin's token by another of the same role; both are good for a while.
    ///
    /// - Throws: `HealthStoreError.adminTokenNotFound`, also for one that was revoked or has expired.
    package func rotateAdminToken(
        _ id: TokenID,
        _ rotation: TokenRotation,
        by actor: String
    ) async throws -> IssuedToken {
        let secret = NewSecret(prefix: Self.adminTokenPrefix)
        return try await pool.withConnection { connection in
            try connection.transaction {
                let former = try connection.run(AdminTokenSQL.hold, [.uuid(id.bits)])
                let end = try rotation.checkedEnd(former, .adminTokenNotFound)
                let role = Role(rawValue: former.text(0, 1)) ?? .auditor
                try Self.insert(secret, former.text(0, 0), role, end, on: connection)
                try connection.end(AdminTokenSQL.end, id, rotation)
                try AuditEvent(
                    actor: actor,
                    action: "adminToken.rotate",
                    subject: "\(id) \(secret.id)"
                ).record(on: connection)
                try AccessSQL.notify(of: .administrator(id), on: connection)
                return IssuedToken(id: secret.id, secret: secret.text, expiresAt: end)
            }
        }
    }

    private static func owner(of id: TokenID, on connection: Connection) throws -> UserID {
        let rows = try connection.run(TokenSQL.owner, [.uuid(id.bits)])
        guard rows.rowCount == 1 else { throw HealthStoreError.tokenNotFound }
        return UserID(number: rows.int8(0, 0))
    }
}

extension TokenRotation {
    /// The new token's end, where the former one is still good; its times are columns 2 and 3.
    fileprivate func checkedEnd(
        _ former: QueryResult,
        _ missing: HealthStoreError
    ) throws -> Instant? {
        guard former.rowCount == 1 else { throw missing }
        let expiry = former.optionalInt8(0, 3)
        guard expiry.map({ $0 > now.microseconds }) ?? true else { throw missing }
        return newEnd(created: former.int8(0, 2), expires: expiry)
    }
}

extension Connection {
    fileprivate func end(_ statement: Statement, _ id: TokenID, _ rotation: TokenRotation) throws {
        _ = try run(statement, [.uuid(id.bits), .int8(rotation.formerEnd.microseconds)])
    }
}
