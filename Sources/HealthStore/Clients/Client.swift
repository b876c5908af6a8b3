package import HealthModel
import Postgres

/// An app, known by its bundle identifier.
package struct Client: Hashable, Sendable {
    /// The identifier on the wire.
    package let id: ClientID
    /// The app's bundle identifier; unique.
    package let bundleIdentifier: String
    /// The name people know it by.
    package let name: String
    /// Since when none of its tokens is accepted; nil where they are.
    package var suspendedAt: Instant?
}

/// What is changed about a client; nil for what stays.
package struct ClientChange: Hashable, Sendable {
    /// Another name.
    package var name: String?
    /// Whether its tokens are refused.
    package var isSuspended: Bool?

    /// Changes nothing.
    package init() {}
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

    /// Changes a client; one that is suspended already stays so from then on.
    ///
    /// - Throws: `HealthStoreError.clientNotFound`.
    package func changeClient(
        _ id: ClientID,
        _ change: ClientChange,
        at now: Instant,
        by actor: String
    ) async throws -> Client {
        try await pool.withConnection { connection in
            try connection.transaction {
                let rows = try connection.run(ClientSQL.hold, [.int4(id.number)])
                guard rows.rowCount == 1 else { throw HealthStoreError.clientNotFound }
                let former = Self.client(rows, 0)
                let changed = former.applying(change, at: now)
                guard changed != former else { return former }
                _ = try connection.run(
                    ClientSQL.update,
                    [
                        .int4(id.number), .text(changed.name),
                        .int8(changed.suspendedAt?.microseconds),
                    ]
                )
                for action in changed.actions(since: former) {
                    try AuditEvent(actor: actor, action: action, client: id)
                        .record(on: connection)
                }
                try AccessSQL.notify(of: .client(id), on: connection)
                return changed
            }
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
            name: rows.text(row, 2),
            suspendedAt: rows.optionalInt8(row, 3).map(Instant.init(microseconds:))
        )
    }
}

extension Client {
    fileprivate func applying(_ change: ClientChange, at now: Instant) -> Client {
        Client(
            id: id,
            bundleIdentifier: bundleIdentifier,
            name: change.name ?? name,
            suspendedAt: change.isSuspended.map { $0 ? suspendedAt ?? now : nil } ?? suspendedAt
        )
    }

    /// What the audit log calls that which makes the difference to how it was.
    fileprivate func actions(since former: Client) -> [String] {
        var actions = name == former.name ? [] : ["client.change"]
        if suspendedAt != former.suspendedAt {
            actions.append(suspendedAt == nil ? "client.resume" : "client.suspend")
        }
        return actions
    }
}

/// Statements about clients.
enum ClientSQL {
    private static let columns = """
        c.id, c.bundle_identifier, c.name, \(SQLTime.microseconds("c.suspended_at"))
        """

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
        "SELECT \(columns) FROM clients AS c ORDER BY c.id LIMIT $1"
    )

    static let find = Statement(
        "clients.find",
        "SELECT \(columns) FROM clients AS c WHERE c.id = $1"
    )

    /// Locks a client against everybody who changes it.
    static let hold = Statement(
        "clients.hold",
        "SELECT \(columns) FROM clients AS c WHERE c.id = $1 FOR UPDATE"
    )

    static let update = Statement(
        "clients.update",
        """
        UPDATE clients AS c
        SET name = $2, suspended_at = \(SQLTime.timestamp("$3"))
        WHERE c.id = $1
        """
    )

    static let statements = [lock, insert, list, find, hold, update]
}
