import HTTPServer
import HealthAPI
import HealthModel
import HealthStore
import JSON

extension Service {
    /// Answers the calls of operators about who may do what, and what was done.
    func administerAccess(
        _ route: Route,
        _ request: HTTPRequest,
        by principal: Principal
    ) async throws -> HTTPResponse {
        let (head, actor) = (request.head, principal.auditName)
        switch route {
        case .listUsers: return try await listUsers(head)
        case .listTokens(let user): return try await listTokens(head, user)
        case .listAdminTokens: return try await listAdminTokens(head)
        case .listAudit: return try await listAudit(head)
        default: _ = try QueryParameters(head.query, known: [])
        }
        switch route {
        case .changeUser(let user): return try await changeUser(request, userID(user), by: actor)
        case .exportUser(let user): return try await exportUser(userID(user), by: actor)
        case .getClient(let client):
            return .json(UserJSON.client(try await store.client(clientID(client))))
        case .changeClient(let client):
            return try await changeClient(request, clientID(client), by: actor)
        case .rotateToken(let token): return try await rotateToken(request, token, by: actor)
        case .createAdminToken: return try await createAdminToken(request, by: actor)
        case .revokeAdminToken(let token): return try await revokeAdminToken(token, by: actor)
        case .rotateAdminToken(let token):
            return try await rotateAdminToken(request, token, by: actor)
        default: return try await administerGrants(route, request, by: actor)
        }
    }

    private func listUsers(_ head: HTTPRequestHead) async throws -> HTTPResponse {
        let parameters = try QueryParameters(head.query, known: ["limit", "cursor"])
        let limit = try parameters.pageLimit()
        let last = try parameters.text("cursor").map { try ListCursor.user($0) }
        let page = ListPage(try await store.users(after: last, limit: limit + 1), limit: limit)
        return .json(
            JSONWriter.document { writer in
                writer.objects("users", page.entries) { UserJSON.write($0, to: &$1) }
                writer.member("cursor", orNull: page.cursor { ListCursor.text(of: $0.id) })
            }
        )
    }

    private func changeUser(
        _ request: HTTPRequest,
        _ user: UserID,
        by actor: String
    ) async throws -> HTTPResponse {
        let change = try body(of: request) { root in
            try root.refuseMembers(except: ["name", "timeZone"])
            var change = UserChange()
            if root["name"] != nil { change.name = .some(try Self.name(root)) }
            if root["timeZone"] != nil { change.timeZone = try Self.zone(root) }
            return change
        }
        return .json(UserJSON.user(try await store.changeUser(user, change, by: actor)))
    }

    private func changeClient(
        _ request: HTTPRequest,
        _ id: ClientID,
        by actor: String
    ) async throws -> HTTPResponse {
        let change = try body(of: request) { root in
            try root.refuseMembers(except: ["name", "suspended"])
            var change = ClientChange()
            change.name = try Self.name(root)
            change.isSuspended = try root.optionalBool("suspended")
            return change
        }
        let client = try await store.changeClient(id, change, at: now(), by: actor)
        authenticator.forget(client: id)
        webhooks?.wake()
        return .json(UserJSON.client(client))
    }

    /// A name for people; nil where it is missing or null.
    static func name(_ root: JSONValue) throws -> String? {
        let name = try root.optionalString("name", limit: 200)
        guard name != "" else {
            throw Problem(.invalidRequest, "The name is empty.", field: "name")
        }
        return name
    }
}
