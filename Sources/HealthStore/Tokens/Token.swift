import Crypto
package import HealthModel
import Postgres

/// The name of a token: the first half of its hash, so that it gives nothing away.
package typealias TokenID = SampleID

/// A token as it is handed out, once.
package struct IssuedToken: Sendable {
    /// The token's name, for revoking it.
    package let id: TokenID
    /// The secret itself; only its hash is kept.
    package let secret: String
    /// When it stops being accepted, if ever.
    package let expiresAt: Instant?
}

/// Who a token speaks for and what they may do.
package struct TokenBearer: Hashable, Sendable {
    /// The token's name.
    package let token: TokenID
    /// The user it acts for.
    package let user: UserID
    /// The client it was given to.
    package let client: Client
    /// When it stops being accepted, if ever.
    package let expiresAt: Instant?
    /// What was decided for this client and user.
    package let grants: Grants

    /// Describes a bearer.
    package init(
        token: TokenID,
        user: UserID,
        client: Client,
        expiresAt: Instant?,
        grants: Grants
    ) {
        self.token = token
        self.user = user
        self.client = client
        self.expiresAt = expiresAt
        self.grants = grants
    }
}

extension HealthStore {
    /// What every client token begins with, so that scanners for leaked secrets find it.
    package static let clientTokenPrefix = "trib_c_"

    /// Makes a token for a client and a user: 256 random bits behind a fixed prefix.
    ///
    /// - Throws: `HealthStoreError.userNotFound`, `.clientNotFound`.
    package func createToken(
        user: UserID,
        client: ClientID,
        name: String? = nil,
        expiresAt: Instant?,
        by actor: String
    ) async throws -> IssuedToken {
        let secret = NewSecret(prefix: Self.clientTokenPrefix)
        try await pool.withConnection(as: .user(user)) { connection in
            try connection.transaction {
                try Self.lockStream(of: user, on: connection)
                try Self.requireClient(client, on: connection)
                try TokenSQL.insert(secret, user, client, name, expiresAt, connection)
                try AuditEvent(
                    actor: actor,
                    action: "token.create",
                    user: user,
                    client: client,
                    subject: secret.id.description
                ).record(on: connection)
            }
        }
        return IssuedToken(id: secret.id, secret: secret.text, expiresAt: expiresAt)
    }

    /// Revokes a token for good; doing so again changes nothing.
    ///
    /// - Throws: `HealthStoreError.tokenNotFound`.
    package func revokeToken(_ id: TokenID, by actor: String) async throws {
        try await pool.withConnection { connection in
            try connection.transaction {
                let rows = try connection.run(TokenSQL.revoke, [.uuid(id.bits)])
                guard rows.rowCount == 1 else { throw HealthStoreError.tokenNotFound }
                try AuditEvent(
                    actor: actor,
                    action: "token.revoke",
                    user: UserID(number: rows.int8(0, 0)),
                    client: ClientID(number: rows.int4(0, 1)),
                    subject: id.description
                ).record(on: connection)
                // Whoever waits with it waits no longer.
                try ChangeSQL.notify(of: UserID(number: rows.int8(0, 0)), on: connection)
            }
        }
    }

    /// Finds who a secret speaks for; nil when it was never given out or was revoked.
    ///
    /// The look-up goes by a hash, so that its time tells nothing about the secret; the whole hash
    /// is compared in constant time. Expiry is the caller's to check, who has the clock.
    package func bearer(ofSecret secret: [UInt8]) async throws -> TokenBearer? {
        let hash = SHA256.hash(secret)
        let id = Self.tokenID(ofHash: hash)
        return try await pool.withConnection(as: .bearer(of: id)) { connection in
            let rows = try connection.run(TokenSQL.find, [.uuid(id.bits)])
            guard rows.rowCount == 1, ConstantTime.equal(rows.bytea(0, 0), hash) else {
                return nil
            }
            let user = UserID(number: rows.int8(0, 1))
            let client = Client(
                id: ClientID(number: rows.int4(0, 2)),
                bundleIdentifier: rows.text(0, 4),
                name: rows.text(0, 5),
                suspendedAt: rows.optionalInt8(0, 6).map(Instant.init(microseconds:))
            )
            return TokenBearer(
                token: Self.tokenID(ofHash: hash),
                user: user,
                client: client,
                expiresAt: rows.optionalInt8(0, 3).map(Instant.init(microseconds:)),
                grants: try Self.grants(user: user, client: client.id, on: connection)
            )
        }
    }

    /// The name of the token with a hash.
    package static func tokenID(ofHash hash: [UInt8]) -> TokenID {
        TokenID(bits: hash.prefix(16).reduce(0) { $0 << 8 | UInt128($1) })
    }
}
