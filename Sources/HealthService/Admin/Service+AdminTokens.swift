import HTTPServer
import HealthAPI
import HealthModel
import HealthStore
import JSON

/// Tokens of admins: the owner's calls.
extension Service {
    /// `GET /v1/admin-tokens`.
    func listAdminTokens(_ head: HTTPRequestHead) async throws -> HTTPResponse {
        let parameters = try QueryParameters(head.query, known: ["limit", "cursor"])
        let limit = try parameters.pageLimit()
        let found = try await store.adminTokens(
            after: parameters.text("cursor").map { try ListCursor.place($0) },
            limit: limit + 1
        )
        let page = ListPage(found, limit: limit)
        return .json(
            JSONWriter.document { writer in
                writer.objects("adminTokens", page.entries) { token, writer in
                    TokenJSON.write(token, lastUse(token.id, token.lastUsedAt), to: &writer)
                }
                writer.member(
                    "cursor",
                    orNull: page.cursor { Self.cursor($0.createdAt, $0.id) }
                )
            }
        )
    }

    /// `POST /v1/admin-tokens`.
    func createAdminToken(_ request: HTTPRequest, by actor: String) async throws -> HTTPResponse {
        let (name, role, lifetime) = try body(of: request) { root in
            // A misspelt expiresIn would make a token that never ends.
            try root.refuseMembers(except: ["name", "role", "expiresIn"])
            return (
                try root.requiredString("name", limit: 200), try Self.role(root),
                try Self.lifetimeInSeconds(root)
            )
        }
        let token = try await store.createAdminToken(
            name: name,
            role: role,
            expiresAt: lifetime.map {
                Instant(microseconds: now().microseconds + $0 * 1_000_000)
            },
            by: actor
        )
        return .json(UserJSON.token(token), status: 201)
    }

    /// `DELETE /v1/admin-tokens/{token}`.
    func revokeAdminToken(_ token: String, by actor: String) async throws -> HTTPResponse {
        guard let id = TokenID(token) else { throw HealthStoreError.adminTokenNotFound }
        try await store.revokeAdminToken(id, by: actor)
        authenticator.forget(token: id)
        return .noContent
    }

    /// `POST /v1/admin-tokens/{token}/rotation`.
    func rotateAdminToken(
        _ request: HTTPRequest,
        _ token: String,
        by actor: String
    ) async throws -> HTTPResponse {
        let rotation = try rotation(request)
        guard let id = TokenID(token) else { throw HealthStoreError.adminTokenNotFound }
        let issued = try await store.rotateAdminToken(id, rotation, by: actor)
        authenticator.forget(token: id)
        return .json(UserJSON.token(issued), status: 201)
    }

    private static func role(_ root: JSONValue) throws -> Role {
        guard let role = Role(rawValue: try root.requiredString("role", limit: 64)) else {
            let names = Role.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(.invalidRequest, "Not one of: \(names).", field: "role")
        }
        return role
    }
}
