import Postgres

/// Statements about tokens of admins.
enum AdminTokenSQL {
    static let insert = Statement(
        "adminTokens.insert",
        """
        INSERT INTO admin_tokens AS a (id, hash, name, role, expires_at)
        VALUES ($1, $2, $3, $4, \(SQLTime.timestamp("$5")))
        """
    )

    static let find = Statement(
        "adminTokens.find",
        """
        SELECT a.hash, a.role, \(SQLTime.microseconds("a.expires_at"))
        FROM admin_tokens AS a
        WHERE a.id = $1 AND a.revoked_at IS NULL
        """
    )

    static let list = Statement(
        "adminTokens.list",
        """
        SELECT a.id, a.name, a.role, \(SQLTime.microseconds("a.created_at")),
            \(SQLTime.microseconds("a.expires_at")), \(SQLTime.microseconds("a.revoked_at")),
            \(SQLTime.microseconds("a.last_used_at"))
        FROM admin_tokens AS a
        WHERE (a.created_at, a.id) < (\(SQLTime.timestamp("$1")), $2)
        ORDER BY a.created_at DESC, a.id DESC
        LIMIT $3
        """
    )

    static let revoke = Statement(
        "adminTokens.revoke",
        """
        UPDATE admin_tokens AS a
        SET revoked_at = coalesce(a.revoked_at, now())
        WHERE a.id = $1
        RETURNING a.id
        """
    )

    /// What a rotation goes by, locked.
    static let hold = Statement(
        "adminTokens.hold",
        """
        SELECT a.name, a.role, \(SQLTime.microseconds("a.created_at")),
            \(SQLTime.microseconds("a.expires_at"))
        FROM admin_tokens AS a
        WHERE a.id = $1 AND a.revoked_at IS NULL
        FOR UPDATE
        """
    )

    /// Ends a token at some time, unless it ends before.
    static let end = Statement(
        "adminTokens.end",
        """
        UPDATE admin_tokens AS a
        SET expires_at = least(a.expires_at, \(SQLTime.timestamp("$2")))
        WHERE a.id = $1
        """
    )

    static let statements = [insert, find, list, revoke, hold, end]
}
