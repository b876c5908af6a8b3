package import HealthModel
import Postgres

/// The name of an event; random.
package typealias AuditEventID = SampleID

/// An event as it was written down.
package struct AuditRecord: Hashable, Sendable {
    /// The event's name.
    package let id: AuditEventID
    /// When it happened.
    package let time: Instant
    /// Who did it: `admin`, `admin:TOKEN`, `client:ID` or `person`.
    package let actor: String
    /// What was done.
    package let action: String
    /// Whose data it concerns.
    package let user: UserID?
    /// The client it concerns.
    package let client: ClientID?
    /// The thing it was done to.
    package let subject: String?
}

/// Which events are asked for; nil for all.
package struct AuditQuery: Hashable, Sendable {
    /// Of one user.
    package var user: UserID?
    /// Of one client.
    package var client: ClientID?
    /// By one actor.
    package var actor: String?
    /// Of one kind; with a full stop at its end all kinds that begin so.
    package var action: String?
    /// From then on.
    package var start: Instant?
    /// Before then.
    package var end: Instant?
    /// Behind a place in the list.
    package var after: ListPlace?
    /// The most events wanted.
    package var limit: Int

    /// Asks for the newest events of all.
    package init(limit: Int) {
        self.limit = limit
    }
}

extension HealthStore {
    /// Writes down what is no part of a change, such as that something was refused.
    package func record(_ event: AuditEvent) async throws {
        try await pool.withConnection { try event.record(on: $0) }
    }

    /// Lists events, the newest first.
    package func auditEvents(_ query: AuditQuery) async throws -> [AuditRecord] {
        let place = query.after ?? .beginning
        let isPrefix = query.action?.hasSuffix(".") ?? false
        return try await pool.withConnection { connection in
            let rows = try connection.run(
                AuditSQL.list(query),
                place.binds + [
                    .int8(query.user?.number), .int4(query.client?.number), .text(query.actor),
                    .text(query.action), .bool(isPrefix), .int8(query.start?.microseconds),
                    .int8(query.end?.microseconds), .int4(Int32(clamping: query.limit)),
                ]
            )
            return (0..<rows.rowCount).map { AuditRecord(rows, $0) }
        }
    }
}

extension AuditRecord {
    fileprivate init(_ rows: QueryResult, _ row: Int) {
        id = AuditEventID(bits: rows.uuid(row, 0))
        time = Instant(microseconds: rows.int8(row, 1))
        actor = rows.text(row, 2)
        action = rows.text(row, 3)
        user = rows.optionalInt8(row, 4).map(UserID.init(number:))
        client = rows.optionalInt4(row, 5).map(ClientID.init(number:))
        subject = rows.optionalText(row, 6)
    }
}

/// Statements that read the audit log.
///
/// One for each index, as plans are made once for all values: a filter that may be there or not
/// would have to do without.
enum AuditSQL {
    /// The statement that narrows by the best index to what is asked for.
    static func list(_ query: AuditQuery) -> Statement {
        if query.user != nil { return ofUser }
        return query.client == nil ? all : ofClient
    }

    private static let all = list("audit.list")
    private static let ofUser = list("audit.listOfUser", user: "e.user_id = $3::bigint")
    private static let ofClient = list("audit.listOfClient", client: "e.client_id = $4::integer")

    static let statements = [all, ofUser, ofClient]

    private static func list(
        _ name: String,
        user: String = "($3::bigint IS NULL OR e.user_id = $3)",
        client: String = "($4::integer IS NULL OR e.client_id = $4)"
    ) -> Statement {
        Statement(
            name,
            """
            SELECT e.id, \(SQLTime.microseconds("e.at")), e.actor, e.action, e.user_id, e.client_id,
                e.subject
            FROM audit_events AS e
            WHERE (e.at, e.id) < (\(SQLTime.timestamp("$1")), $2)
                AND \(user) AND \(client)
                AND ($5::text IS NULL OR e.actor = $5)
                AND ($6::text IS NULL OR e.action = $6 OR ($7::bool AND starts_with(e.action, $6)))
                AND e.at >= coalesce(\(SQLTime.timestamp("$8")), '-infinity')
                AND e.at < coalesce(\(SQLTime.timestamp("$9")), 'infinity')
            ORDER BY e.at DESC, e.id DESC
            LIMIT $10
            """
        )
    }
}
