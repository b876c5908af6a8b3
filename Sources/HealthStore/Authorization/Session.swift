import Crypto
package import HealthModel
import Postgres

/// A session as it is handed out, once.
package struct IssuedSession: Sendable {
    /// The session.
    package let session: Session
    /// The secret itself; only its hash is kept.
    package let secret: String
}

/// A person who is signed in.
package struct Session: Hashable, Sendable {
    /// The session's name, which gives nothing of the secret away.
    package let id: TokenID
    /// Who it is.
    package let user: UserID
    /// When it began.
    package let createdAt: Instant
    /// When it was last used, give or take a minute.
    package let usedAt: Instant
    /// When it ends, however much it is used.
    package let expiresAt: Instant

    /// How long a session lasts at most, in seconds.
    package static let longestInSeconds: Int64 = 12 * 3600
    /// How long a session lasts without being used, in seconds.
    package static let idleInSeconds: Int64 = 30 * 60
    /// How often it is noted that a session is used, in seconds.
    static let touchInSeconds: Int64 = 60

    /// Whether it still lasts.
    package func isAlive(at now: Instant) -> Bool {
        now < expiresAt && now.microseconds < usedAt.microseconds + Self.idleInSeconds * 1_000_000
    }
}

extension HealthStore {
    /// What every session's secret begins with, so that scanners for leaked secrets find it.
    package static let sessionPrefix = "trib_s_"

    /// Finds the session that a secret opens, and notes that it is used; nil where it opens none, or
    /// one that has ended.
    ///
    /// It is noted at most once a minute, so that a page does not cost a write each time.
    package func session(ofSecret text: String, at now: Instant) async throws -> Session? {
        guard let secret = AccessSecret(text, prefix: Self.sessionPrefix) else { return nil }
        return try await pool.withConnection(as: .user(secret.user)) { connection in
            let key: [Bind] = [.int8(secret.user.number), .uuid(secret.id.bits)]
            let rows = try connection.run(SessionSQL.find, key)
            guard rows.rowCount == 1, ConstantTime.equal(rows.bytea(0, 4), secret.hash) else {
                return nil
            }
            let session = Session(rows, 0, secret.user)
            guard session.isAlive(at: now) else { return nil }
            let age = now.microseconds - session.usedAt.microseconds
            guard age >= Session.touchInSeconds * 1_000_000 else { return session }
            let touched = try connection.run(
                SessionSQL.touch,
                key + [.int8(now.microseconds)]
            )
            // Somebody may have ended it in between.
            return touched.rowCount == 1 ? Session(touched, 0, secret.user) : nil
        }
    }

    /// Lists the sessions of a user that last, the newest first.
    ///
    /// - Throws: `HealthStoreError.userNotFound`.
    package func sessions(user: UserID, at now: Instant) async throws -> [Session] {
        try await pool.withConnection(as: .user(user)) { connection in
            _ = try Self.user(user, on: connection)
            let rows = try connection.run(
                SessionSQL.list,
                [.int8(user.number), .int8(now.microseconds)]
            )
            return (0..<rows.rowCount).map { Session(rows, $0, user) }
                .filter { $0.isAlive(at: now) }
        }
    }

    /// Ends a session.
    ///
    /// - Throws: `HealthStoreError.userNotFound`, `.sessionNotFound`.
    package func endSession(_ id: TokenID, user: UserID, by actor: String) async throws {
        try await pool.withConnection(as: .user(user)) { connection in
            try connection.transaction {
                try Self.lockStream(of: user, on: connection)
                let rows = try connection.run(
                    SessionSQL.delete,
                    [.int8(user.number), .uuid(id.bits)]
                )
                guard rows.affectedRows == 1 else { throw HealthStoreError.sessionNotFound }
                try Self.record("session.end", id, user, actor, on: connection)
            }
        }
    }

    /// Begins a session, under the lock of the user's stream.
    static func begin(
        _ secret: AccessSecret,
        at now: Instant,
        by actor: String,
        on connection: Connection
    ) throws -> IssuedSession {
        let session = Session(
            id: secret.id,
            user: secret.user,
            createdAt: now,
            usedAt: now,
            expiresAt: Instant(
                microseconds: now.microseconds + Session.longestInSeconds * 1_000_000
            )
        )
        _ = try connection.run(
            SessionSQL.insert,
            [
                .int8(secret.user.number), .uuid(secret.id.bits), .bytea(secret.hash),
                .int8(now.microseconds), .int8(session.expiresAt.microseconds),
            ]
        )
        try record("session.begin", secret.id, secret.user, actor, on: connection)
        return IssuedSession(session: session, secret: secret.text)
    }
}

extension Session {
    /// Reads a row of `SessionSQL.columns`.
    fileprivate init(_ rows: QueryResult, _ row: Int, _ user: UserID) {
        self.init(
            id: TokenID(bits: rows.uuid(row, 0)),
            user: user,
            createdAt: Instant(microseconds: rows.int8(row, 1)),
            usedAt: Instant(microseconds: rows.int8(row, 2)),
            expiresAt: Instant(microseconds: rows.int8(row, 3))
        )
    }
}

/// Statements about sessions.
enum SessionSQL {
    private static let columns = "s.id, s.created_us, s.used_us, s.expires_us"

    static let insert = Statement(
        "sessions.insert",
        """
        INSERT INTO sessions AS s (user_id, id, hash, created_us, used_us, expires_us)
        VALUES ($1, $2, $3, $4, $4, $5)
        """
    )

    static let find = Statement(
        "sessions.find",
        """
        SELECT \(columns), s.hash
        FROM sessions AS s
        WHERE s.user_id = $1 AND s.id = $2
        """
    )

    static let touch = Statement(
        "sessions.touch",
        """
        UPDATE sessions AS s
        SET used_us = greatest(s.used_us, $3)
        WHERE s.user_id = $1 AND s.id = $2
        RETURNING \(columns)
        """
    )

    static let list = Statement(
        "sessions.list",
        """
        SELECT \(columns)
        FROM sessions AS s
        WHERE s.user_id = $1 AND s.expires_us > $2
        ORDER BY s.created_us DESC, s.id
        LIMIT 1000
        """
    )

    static let delete = Statement(
        "sessions.delete",
        "DELETE FROM sessions WHERE user_id = $1 AND id = $2"
    )

    static let prune = Statement(
        "sessions.prune",
        "DELETE FROM sessions WHERE user_id = $1 AND expires_us < $2"
    )

    static let statements = [insert, find, touch, list, delete, prune]
}
