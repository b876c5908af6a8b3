import Postgres

extension HealthStore {
    /// What is kept of a batch under its name; nil where it is not known.
    package func batch(
        named name: String,
        of user: UserID,
        by client: ClientID
    ) async throws -> BatchRecord? {
        try await retrying {
            try await pool.withConnection(as: .user(user)) { connection in
                BatchRecord(
                    try connection.run(
                        BatchSQL.find,
                        [.int8(user.number), .int4(client.number), .text(name)]
                    )
                )
            }
        }
    }
}

/// Statements about batches that have a name.
enum BatchSQL {
    static let find = Statement(
        "batches.find",
        """
        SELECT b.digest, b.answer, b.position
        FROM batches AS b
        WHERE b.user_id = $1 AND b.client_id = $2 AND b.batch = $3
        """
    )

    static let insert = Statement(
        "batches.insert",
        """
        INSERT INTO batches AS b (
            user_id, client_id, batch, digest, answer, position, saved_us
        )
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        """
    )

    /// Forgets some old batches of a user.
    ///
    /// A push forgets a few more than the one that it adds, so that what is kept shrinks to what has
    /// to be and no push does much for others; the retention job forgets those of who pushes no more.
    static let prune = Statement(
        "batches.prune",
        """
        DELETE FROM batches AS b
        WHERE b.user_id = $1 AND (b.client_id, b.batch) IN (
            SELECT o.client_id, o.batch
            FROM batches AS o
            WHERE o.user_id = $1 AND o.saved_us < $2
            ORDER BY o.saved_us
            LIMIT $3
        )
        """
    )

    static let statements = [find, insert, prune]
}
