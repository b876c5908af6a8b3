import HealthModel
import Postgres

/// Statements about tokens.
enum TokenSQL {
    static let insert = Statement(
        "tokens.insert",
        """
        INSERT INTO tokens AS t (id, hash, user_id, client_id, name, expires_at)
        VALUES ($1, $2, $3, $4, $5, \(SQLTime.timestamp("$6")))
        """
    )

    static let revoke = Statement(
        "tokens.revoke",
        """
        UPDATE tokens
        SET revoked_at = coalesce(revoked_at, now())
        WHERE id = $1
        RETURNING user_id, client_id
        """
    )

    static let find = Statement(
        "tokens.find",
        """
        SELECT t.hash, t.user_id, t.client_id, \(SQLTime.microseconds("t.expires_at")),
            c.bundle_identifier, c.name, \(SQLTime.microseconds("c.suspended_at"))
        FROM tokens AS t
        JOIN clients AS c ON c.id = t.client_id
        WHERE t.id = $1 AND t.revoked_at IS NULL
        """
    )

    static let list = Statement(
        "tokens.list",
        """
        SELECT t.id, t.client_id, t.name, \(SQLTime.microseconds("t.created_at")),
            \(SQLTime.microseconds("t.expires_at")), \(SQLTime.microseconds("t.revoked_at")),
            \(SQLTime.microseconds("t.last_used_at"))
        FROM tokens AS t
        WHERE t.user_id = $1 AND (t.created_at, t.id) < (\(SQLTime.timestamp("$2")), $3)
        ORDER BY t.created_at DESC, t.id DESC
        LIMIT $4
        """
    )

    /// Whose token it is, to know which stream to lock.
    static let owner = Statement(
        "tokens.owner",
        "SELECT t.user_id FROM tokens AS t WHERE t.id = $1 AND t.revoked_at IS NULL"
    )

    /// What a rotation goes by, locked.
    static let hold = Statement(
        "tokens.hold",
        """
        SELECT t.client_id, t.name, \(SQLTime.microseconds("t.created_at")),
            \(SQLTime.microseconds("t.expires_at"))
        FROM tokens AS t
        WHERE t.id = $1 AND t.revoked_at IS NULL
        FOR UPDATE
        """
    )

    /// Ends a token at some time, unless it ends before.
    static let end = Statement(
        "tokens.end",
        """
        UPDATE tokens AS t
        SET expires_at = least(t.expires_at, \(SQLTime.timestamp("$2")))
        WHERE t.id = $1
        """
    )

    /// Notes when tokens were last used; each is either a client's or an admin's.
    static let touch = Statement(
        "tokens.touch",
        """
        WITH uses (id, at) AS (
            SELECT u.id, \(SQLTime.timestamp("u.us"))
            FROM unnest($1::uuid[], $2::bigint[]) AS u (id, us)
        ), admins AS (
            UPDATE admin_tokens AS a
            SET last_used_at = greatest(a.last_used_at, uses.at)
            FROM uses
            WHERE a.id = uses.id
        )
        UPDATE tokens AS t
        SET last_used_at = greatest(t.last_used_at, uses.at)
        FROM uses
        WHERE t.id = uses.id
        """
    )

    static let statements = [insert, revoke, find, list, owner, hold, end, touch]

    /// Writes a new token.
    static func insert(
        _ secret: NewSecret,
        _ user: UserID,
        _ client: ClientID,
        _ name: String?,
        _ expiresAt: Instant?,
        _ connection: Connection
    ) throws {
        _ = try connection.run(
            insert,
            [
                .uuid(secret.id.bits), .bytea(secret.hash), .int8(user.number),
                .int4(client.number), .text(name), .int8(expiresAt?.microseconds),
            ]
        )
    }
}
