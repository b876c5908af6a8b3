import Crypto
package import HealthModel
import Postgres

/// A person whose data is stored.
package struct User: Hashable, Sendable {
    /// The identifier on the wire and in every row.
    package let id: UserID
    /// A name for the operator's eyes, if one was given.
    package let name: String?
    /// The zone of samples that do not say where they were recorded.
    package let timeZone: Zone
    /// When it was made.
    package let createdAt: Instant
}

extension HealthStore {
    /// Makes a user without any data.
    package func createUser(name: String?, timeZone: Zone, by actor: String) async throws -> User {
        var generator = SecureRandom.SecureGenerator()
        let id = UserID.random(using: &generator)
        return try await pool.withConnection(as: .user(id)) { connection in
            try connection.transaction {
                let rows = try connection.run(
                    UserSQL.insert,
                    [.int8(id.number), .text(name), .text(timeZone.identifier)]
                )
                _ = try connection.run(UserSQL.insertStream, [.int8(id.number)])
                try AuditEvent(actor: actor, action: "user.create", user: id)
                    .record(on: connection)
                return User(
                    id: id,
                    name: name,
                    timeZone: timeZone,
                    createdAt: Instant(microseconds: rows.int8(0, 0))
                )
            }
        }
    }

    /// Finds a user.
    ///
    /// - Throws: `HealthStoreError.userNotFound`.
    package func user(_ id: UserID) async throws -> User {
        try await pool.withConnection { connection in
            try Self.user(id, on: connection)
        }
    }

    /// Erases a user with everything that is theirs, tokens and grants included.
    ///
    /// - Throws: `HealthStoreError.userNotFound`.
    package func eraseUser(_ id: UserID, by actor: String) async throws {
        try await pool.withConnection(as: .user(id)) { connection in
            try connection.transaction {
                try Self.lockStream(of: id, on: connection)
                _ = try connection.run(UserSQL.allowTime)
                for statement in UserSQL.erasure {
                    _ = try connection.run(statement, [.int8(id.number)])
                }
                try AuditEvent(actor: actor, action: "user.erase", user: id).record(on: connection)
                try ChangeSQL.notify(of: id, on: connection)
            }
        }
    }

    /// Keeps out every other writer of the user until the transaction ends.
    ///
    /// Whatever writes rows of a user begins with this, so that nothing is written for one who is
    /// being erased and no two writers meet halfway.
    ///
    /// - Throws: `HealthStoreError.userNotFound`.
    static func lockStream(of user: UserID, on connection: Connection) throws {
        let rows = try connection.run(StreamSQL.lock, [.int8(user.number)])
        guard rows.rowCount == 1 else { throw HealthStoreError.userNotFound }
    }

    static func user(_ id: UserID, on connection: Connection) throws -> User {
        let rows = try connection.run(UserSQL.find, [.int8(id.number)])
        guard rows.rowCount == 1 else { throw HealthStoreError.userNotFound }
        return User(rows, 0)
    }
}

extension User {
    /// Reads a row of `UserSQL.columns`.
    init(_ rows: QueryResult, _ row: Int) {
        id = UserID(number: rows.int8(row, 0))
        name = rows.optionalText(row, 1)
        timeZone = Zone(identifier: rows.text(row, 2)) ?? .utc
        createdAt = Instant(microseconds: rows.int8(row, 3))
    }
}

/// The row that orders a user's changes.
enum StreamSQL {
    /// Waits for the user's other writers; no row means no such user.
    static let lock = Statement(
        "stream.lock",
        "SELECT last_position FROM user_streams WHERE user_id = $1 FOR UPDATE"
    )

    static let advance = Statement(
        "stream.advance",
        "UPDATE user_streams SET last_position = last_position + $2 WHERE user_id = $1"
    )

    static let statements = [lock, advance]
}

/// Statements about users.
enum UserSQL {
    static let insert = Statement(
        "users.insert",
        """
        INSERT INTO users AS u (id, name, time_zone) VALUES ($1, $2, $3)
        RETURNING \(SQLTime.microseconds("u.created_at"))
        """
    )

    static let insertStream = Statement(
        "users.insertStream",
        "INSERT INTO user_streams AS s (user_id) VALUES ($1)"
    )

    private static let columns =
        "u.id, u.name, u.time_zone, \(SQLTime.microseconds("u.created_at"))"

    static let find = Statement(
        "users.find",
        "SELECT \(columns) FROM users AS u WHERE u.id = $1"
    )

    /// Lists users by their ids, which are random: nobody's place tells when they came.
    static let list = Statement(
        "users.list",
        "SELECT \(columns) FROM users AS u WHERE u.id > $1 ORDER BY u.id LIMIT $2"
    )

    /// Changes what is given; `$3` says that the name is, be it taken away.
    static let update = Statement(
        "users.update",
        """
        UPDATE users AS u
        SET name = CASE WHEN $3::bool THEN $2 ELSE u.name END,
            time_zone = coalesce($4, u.time_zone)
        WHERE u.id = $1
        RETURNING \(columns)
        """
    )

    /// Ten years of samples take longer to delete than a statement may usually run.
    static let allowTime = Statement("users.allowTime", "SET LOCAL statement_timeout = '15min'")

    static let statements = [insert, insertStream, find, list, update, allowTime] + erasure

    /// Every table that holds something of a user.
    ///
    /// The order matters for webhooks alone: whoever logs a delivery holds its row of
    /// `webhook_users`, and whoever changes a webhook holds that before those of its users.
    static let erasure: [Statement] =
        [
            "samples", "deletions", "day_totals", "hour_totals", "dirty_days", "source_types",
            "source_orders", "source_revisions", "sources", "characteristics", "batches", "grants",
            "tokens", "webhooks", "webhook_users", "webhook_deliveries", "authorization_requests",
            "access_codes", "sessions", "user_streams",
        ].map { table in
            Statement("users.erase.\(table)", "DELETE FROM \(table) WHERE user_id = $1")
        } + [Statement("users.erase", "DELETE FROM users WHERE id = $1")]
}
