import Postgres

extension HealthStore {
    /// Decides everything for a client: types that the grants do not name get `otherwise`.
    ///
    /// - Parameter template: The template that the grants are those of, for the audit log.
    /// - Throws: `HealthStoreError.userNotFound`, `.clientNotFound`.
    package func putGrants(
        _ grants: Grants,
        user: UserID,
        client: ClientID,
        template: String? = nil,
        by actor: String
    ) async throws {
        try await pool.withConnection(as: .user(user)) { connection in
            try connection.transaction {
                try Self.lockStream(of: user, on: connection)
                try Self.requireClient(client, on: connection)
                try Self.replace(grants, user: user, client: client, on: connection)
                try AuditEvent(
                    actor: actor,
                    action: "grant.put",
                    user: user,
                    client: client,
                    subject: template.map { "template \($0)" }
                ).record(on: connection)
                // Whoever waits with an anchor of the former visibility has to be told.
                try ChangeSQL.notify(of: user, on: connection)
            }
        }
    }

    /// Reads what was decided for one client; nothing where nothing was.
    ///
    /// - Throws: `HealthStoreError.userNotFound`, `.clientNotFound`.
    package func grants(user: UserID, client: ClientID) async throws -> Grants {
        try await pool.withConnection(as: .user(user)) { connection in
            _ = try Self.user(user, on: connection)
            try Self.requireClient(client, on: connection)
            return try Self.grants(user: user, client: client, on: connection)
        }
    }

    /// Reads the grants of every client of a user, in the order of their ids.
    ///
    /// - Throws: `HealthStoreError.userNotFound`.
    package func grants(user: UserID) async throws -> [(client: ClientID, grants: Grants)] {
        try await pool.withConnection(as: .user(user)) { connection in
            _ = try Self.user(user, on: connection)
            let rows = try connection.run(GrantSQL.listByUser, [.int8(user.number)])
            var byClient: [ClientID: Grants] = [:]
            for row in 0..<rows.rowCount {
                let client = ClientID(number: rows.int4(row, 0))
                byClient[client, default: Grants()].take(rows, row, from: 1)
            }
            return byClient.sorted { $0.key < $1.key }.map { (client: $0.key, grants: $0.value) }
        }
    }

    static func grants(
        user: UserID,
        client: ClientID,
        on connection: Connection
    ) throws -> Grants {
        let rows = try connection.run(GrantSQL.list, [.int8(user.number), .int4(client.number)])
        var grants = Grants()
        for row in 0..<rows.rowCount { grants.take(rows, row, from: 0) }
        return grants
    }

    /// Writes what is decided for a client in the place of what was; the user's stream is locked.
    static func replace(
        _ grants: Grants,
        user: UserID,
        client: ClientID,
        on connection: Connection
    ) throws {
        _ = try connection.run(GrantSQL.clear, [.int8(user.number), .int4(client.number)])
        let decisions = [(key: Int16(0), value: grants.otherwise)] + Array(grants.byType)
        for (typeID, grant) in decisions {
            _ = try connection.run(
                GrantSQL.insert,
                [
                    .int8(user.number), .int4(client.number), .int2(typeID),
                    .bool(grant.mayShare), .bool(grant.mayRead),
                ]
            )
        }
    }
}

extension Grants {
    /// Takes over a row of (type_id, may_share, may_read) that begins at a column.
    fileprivate mutating func take(_ rows: QueryResult, _ row: Int, from column: Int) {
        let grant = Grant(
            mayShare: rows.optionalBool(row, column + 1),
            mayRead: rows.optionalBool(row, column + 2)
        )
        let typeID = rows.int2(row, column)
        if typeID == 0 { otherwise = grant } else { byType[typeID] = grant }
    }
}

/// Statements about grants.
enum GrantSQL {
    static let clear = Statement(
        "grants.clear",
        "DELETE FROM grants WHERE user_id = $1 AND client_id = $2"
    )

    static let insert = Statement(
        "grants.insert",
        """
        INSERT INTO grants AS g (user_id, client_id, type_id, may_share, may_read)
        VALUES ($1, $2, $3, $4, $5)
        """
    )

    static let list = Statement(
        "grants.list",
        """
        SELECT type_id, may_share, may_read
        FROM grants
        WHERE user_id = $1 AND client_id = $2
        ORDER BY type_id
        """
    )

    static let listByUser = Statement(
        "grants.listByUser",
        """
        SELECT client_id, type_id, may_share, may_read
        FROM grants
        WHERE user_id = $1
        ORDER BY client_id, type_id
        LIMIT 100000
        """
    )

    static let statements = [clear, insert, list, listByUser]
}
