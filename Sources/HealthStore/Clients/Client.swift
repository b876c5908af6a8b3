import Postgres

/// An app, known by its bundle identifier.
package struct Client: Hashable, Sendable {
    /// The identifier on the wire.
    package let id: ClientID
    /// The app's bundle identifier; unique.
    package let bundleIdentifier: String
    /// The name people know it by.
    package let name: String
}

extension HealthStore {
    /// Makes a client.
    ///
    /// - Throws: `HealthStoreError.clientExists` when the bundle identifier is taken.
    package func createClient(
        bundleIdentifier: String,
        name: String,
        by actor: String
    ) async throws -> Client {
        try await pool.withConnection { connection in
            try connection.transaction {
                // Ids are small and dense since every sample carries one; the lock makes max + 1
                // safe, and clients are made rarely.
                _ = try connection.run(ClientSQL.lock)
                let rows = try connection.run(
                    ClientSQL.insert,
                    [.text(bundleIdentifier), .text(name)]
                )
                guard rows.rowCount == 1 else { throw HealthStoreError.clientExists }
                let id = ClientID(number: rows.int4(0, 0))
                try AuditEvent(
                    actor: actor,
                    action: "client.create",
                    client: id,
                    subject: bundleIdentifier
                ).record(on: connection)
                return Client(id: id, bundleIdentifier: bundleIdentifier, name: name)
            }
        }
    }

    /// Lists clients in the order they were made, at most `limit` of them.
    package func clients(limit: Int) async throws -> [Client] {
        try await pool.withConnection { connection in
            let rows = try connection.run(ClientSQL.list, [.int4(Int32(limit))])
            return (0..<rows.rowCount).map { Self.client(rows, $0) }
        }
    }

    /// Finds a client by its id.
    ///
    /// - Throws: `HealthStoreError.clientNotFound`.
    package func client(_ id: ClientID) async throws -> Client {
        try await pool.withConnection { connection in
            let rows = try connection.run(ClientSQL.find, [.int4(id.number)])
            guard rows.rowCount == 1 else { throw HealthStoreError.clientNotFound }
            return Self.client(rows, 0)
        }
    }

    static func requireClient(_ id: ClientID, on connection: Connection) throws {
        let rows = try connection.run(ClientSQL.find, [.int4(id.number)])
        guard rows.rowCount == 1 else { throw HealthStoreError.clientNotFound }
    }

    private static func client(_ rows: QueryResult, _ row: Int) -> Client {
        Client(
            id: ClientID(number: rows.int4(row, 0)),
            bundleIdentifier: rows.text(row, 1),
            name: rows.text(row, 2)
        )
    }
}

/// Statements about clients.
enum ClientSQL {
    static let lock = Statement("clients.lock", "LOCK TABLE clients IN SHARE ROW EXCLUSIVE MODE")

    static let insert = Statement(
        "clients.insert",
        """
        INSERT INTO clients AS c (id, bundle_identifier, name)
        SELECT coalesce(max(id), 0) + 1, $1, $2
        FROM clients
        ON CONFLICT (bundle_identifier) DO NOTHING
        RETURNING c.id
        """
    )

    static let list = Statement(
        "clients.list",
        "SELECT id, bundle_identifier, name FROM clients ORDER BY id LIMIT $1"
    )

    static let find = Statement(
        "clients.find",
        "SELECT id, bundle_identifier, name FROM clients WHERE id = $1"
    )

    static let statements = [lock, insert, list, find]
}
