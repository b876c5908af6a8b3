import Crypto
package import HealthModel
import Postgres

/// A personal access code as it is handed out, once.
package struct IssuedAccessCode: Sendable {
    /// The code's name, for taking it back.
    package let id: TokenID
    /// The secret itself; only its hash is kept.
    package let secret: String
    /// Until when it can be used.
    package let expiresAt: Instant
}

/// A personal access code that nobody has used yet.
package struct AccessCode: Hashable, Sendable {
    /// The code's name.
    package let id: TokenID
    /// When it was made.
    package let createdAt: Instant
    /// Until when it can be used.
    package let expiresAt: Instant
}

extension HealthStore {
    /// What every access code begins with, so that scanners for leaked secrets find it.
    package static let accessCodePrefix = "trib_p_"

    /// The most codes of a user that wait to be used.
    package static let accessCodeLimit = 100

    /// Makes a code with which a person can sign in once.
    ///
    /// - Throws: `HealthStoreError.userNotFound`, `.tooManyAccessCodes`.
    package func createAccessCode(
        user: UserID,
        expiresAt: Instant,
        at now: Instant,
        by actor: String
    ) async throws -> IssuedAccessCode {
        let secret = AccessSecret(prefix: Self.accessCodePrefix, user: user)
        try await pool.withConnection(as: .user(user)) { connection in
            try connection.transaction {
                try Self.lockStream(of: user, on: connection)
                guard try Self.codes(user, now, on: connection).count < Self.accessCodeLimit else {
                    throw HealthStoreError.tooManyAccessCodes(limit: Self.accessCodeLimit)
                }
                _ = try connection.run(
                    AccessCodeSQL.insert,
                    [
                        .int8(user.number), .uuid(secret.id.bits), .bytea(secret.hash),
                        .int8(now.microseconds), .int8(expiresAt.microseconds),
                    ]
                )
                try Self.record("accessCode.create", secret.id, user, actor, on: connection)
            }
        }
        return IssuedAccessCode(id: secret.id, secret: secret.text, expiresAt: expiresAt)
    }

    /// Lists the codes of a user that can be used, the newest first.
    ///
    /// - Throws: `HealthStoreError.userNotFound`.
    package func accessCodes(user: UserID, at now: Instant) async throws -> [AccessCode] {
        try await pool.withConnection(as: .user(user)) { connection in
            _ = try Self.user(user, on: connection)
            return try Self.codes(user, now, on: connection)
        }
    }

    /// Takes a code back before it is used.
    ///
    /// - Throws: `HealthStoreError.userNotFound`, `.accessCodeNotFound`.
    package func deleteAccessCode(_ id: TokenID, user: UserID, by actor: String) async throws {
        try await pool.withConnection(as: .user(user)) { connection in
            try connection.transaction {
                try Self.lockStream(of: user, on: connection)
                let rows = try connection.run(
                    AccessCodeSQL.delete,
                    [.int8(user.number), .uuid(id.bits)]
                )
                guard rows.affectedRows == 1 else { throw HealthStoreError.accessCodeNotFound }
                try Self.record("accessCode.delete", id, user, actor, on: connection)
            }
        }
    }

    /// Signs a person in with a code, which is used up by it; nil where it is not good (any more).
    ///
    /// Of two at once that have the same code one gets in.
    package func spendAccessCode(
        _ text: String,
        at now: Instant,
        by actor: String
    ) async throws -> IssuedSession? {
        guard let code = AccessSecret(text, prefix: Self.accessCodePrefix) else { return nil }
        let session = AccessSecret(prefix: Self.sessionPrefix, user: code.user)
        return try await pool.withConnection(as: .user(code.user)) { connection in
            // First without a lock: who guesses codes must not get in the way of the user's writers.
            guard try Self.isGood(code, now, on: connection) else { return nil }
            return try connection.transaction {
                try Self.lockStream(of: code.user, on: connection)
                let spent = try connection.run(
                    AccessCodeSQL.delete,
                    [.int8(code.user.number), .uuid(code.id.bits)]
                )
                guard spent.affectedRows == 1 else { return nil }
                try Self.record("accessCode.spend", code.id, code.user, actor, on: connection)
                return try Self.begin(session, at: now, by: actor, on: connection)
            }
        }
    }

    /// Notes what was done to a code or a session.
    static func record(
        _ action: String,
        _ id: TokenID,
        _ user: UserID,
        _ actor: String,
        on connection: Connection
    ) throws {
        try AuditEvent(actor: actor, action: action, user: user, subject: id.description)
            .record(on: connection)
    }

    private static func isGood(
        _ code: AccessSecret,
        _ now: Instant,
        on connection: Connection
    ) throws -> Bool {
        let rows = try connection.run(
            AccessCodeSQL.find,
            [.int8(code.user.number), .uuid(code.id.bits)]
        )
        return rows.rowCount == 1 && ConstantTime.equal(rows.bytea(0, 0), code.hash)
            && rows.int8(0, 1) > now.microseconds
    }

    private static func codes(
        _ user: UserID,
        _ now: Instant,
        on connection: Connection
    ) throws -> [AccessCode] {
        let rows = try connection.run(
            AccessCodeSQL.list,
            [.int8(user.number), .int8(now.microseconds)]
        )
        return (0..<rows.rowCount).map { row in
            AccessCode(
                id: TokenID(bits: rows.uuid(row, 0)),
                createdAt: Instant(microseconds: rows.int8(row, 1)),
                expiresAt: Instant(microseconds: rows.int8(row, 2))
            )
        }
    }
}

/// Statements about access codes.
enum AccessCodeSQL {
    static let insert = Statement(
        "accessCodes.insert",
        """
        INSERT INTO access_codes AS c (user_id, id, hash, created_us, expires_us)
        VALUES ($1, $2, $3, $4, $5)
        """
    )

    static let find = Statement(
        "accessCodes.find",
        "SELECT hash, expires_us FROM access_codes WHERE user_id = $1 AND id = $2"
    )

    static let list = Statement(
        "accessCodes.list",
        """
        SELECT id, created_us, expires_us
        FROM access_codes
        WHERE user_id = $1 AND expires_us > $2
        ORDER BY created_us DESC, id
        LIMIT 1000
        """
    )

    static let delete = Statement(
        "accessCodes.delete",
        "DELETE FROM access_codes WHERE user_id = $1 AND id = $2"
    )

    static let prune = Statement(
        "accessCodes.prune",
        "DELETE FROM access_codes WHERE user_id = $1 AND expires_us < $2"
    )

    static let statements = [insert, find, list, delete, prune]
}
