import HTTPServer
import HealthAPI
import HealthModel
import HealthStore
import JSON

/// The audit log: a call of operators.
extension Service {
    /// `GET /v1/audit`.
    func listAudit(_ head: HTTPRequestHead) async throws -> HTTPResponse {
        let query = try auditQuery(head)
        let limit = query.limit - 1
        let page = ListPage(try await store.auditEvents(query), limit: limit)
        return .json(
            JSONWriter.document { writer in
                writer.objects("events", page.entries) { AuditJSON.write($0, to: &$1) }
                writer.member("cursor", orNull: page.cursor { Self.cursor($0.time, $0.id) })
            }
        )
    }

    /// Reads what is asked for, and one event more.
    private func auditQuery(_ head: HTTPRequestHead) throws -> AuditQuery {
        let parameters = try QueryParameters(
            head.query,
            known: ["user", "client", "actor", "action", "start", "end", "limit", "cursor"]
        )
        var query = AuditQuery(limit: try parameters.pageLimit() + 1)
        query.user = try parameters.text("user").map { text in
            // Erased users have events: whether there is such a user does not matter.
            guard let user = UserID(text) else { throw Self.invalid("user") }
            return user
        }
        query.client = try parameters.text("client").map { text in
            guard let client = ClientID(text) else { throw Self.invalid("client") }
            return client
        }
        query.actor = try parameters.text("actor").map { try Self.word($0, "actor") }
        query.action = try parameters.text("action").map { try Self.word($0, "action") }
        query.start = try parameters.time("start")?.instant
        query.end = try parameters.time("end")?.instant
        query.after = try parameters.text("cursor").map { try ListCursor.place($0) }
        return query
    }

    private static func invalid(_ name: String) -> Problem {
        Problem(.invalidParameter, "Not an identifier of the server's.", field: name)
    }

    /// Text that the database can be asked for.
    private static func word(_ text: String, _ name: String) throws -> String {
        guard !text.isEmpty, text.utf8.count <= 200, !text.utf8.contains(0) else {
            throw Problem(.invalidParameter, "Not 1 to 200 bytes without NUL.", field: name)
        }
        return text
    }
}

/// Events of the audit log as the wire has them.
enum AuditJSON {
    /// Writes the members of an event into the object that is open.
    static func write(_ event: AuditRecord, to writer: inout JSONWriter) {
        writer.member("id", event.id.description)
        writer.member("at", orNull: event.time)
        writer.member("actor", event.actor)
        writer.member("action", event.action)
        writer.member("user", orNull: event.user?.description)
        writer.member("client", orNull: event.client?.description)
        writer.member("subject", orNull: event.subject)
    }
}
