import HTTPClient
import HealthAPI
import HealthService
import HealthStore
import Testing

/// A person with a client, and everybody who may try to get at their data.
struct AttackStage: Sendable {
    let api: TestAPI
    /// Whose data it is, with a client that may everything.
    let person: Person
    /// Somebody else, with a client of theirs.
    let stranger: Person
    private let withoutGrants: Person
    private let suspended: Person
    private let ended: (expired: Person, revoked: Person)
    private let cookie: String
    private let roles: [Role: String]

    /// Makes them all; the clock is moved past the end of the expired token.
    init(_ api: TestAPI) async throws {
        self.api = api
        person = try await api.person()
        stranger = try await api.person()
        withoutGrants = try await api.join(user: person.id, share: nil)
        suspended = try await api.join(user: person.id)
        if AttackColumn.canSuspend {
            let body = JSONTree.object(["suspended": true]).bytes
            _ = try await api.admin.send("PATCH", "/v1/clients/\(suspended.client)", body: body)
        }
        let expired = try await api.token(user: person.id, client: person.client, expiresIn: 60)
        let revoked = try await api.token(user: person.id, client: person.client)
        _ = try await api.admin.delete("/v1/tokens/\(revoked.tokenID)")
        ended = (expired, revoked)
        api.clock.advance(bySeconds: 61)
        let code = try await api.admin.post(person.path("/access-codes"), [:])
        var visitor = SheetVisitor(http: api.stranger.http)
        _ = try await visitor.post("/sheet/sign-in", [("code", code["code"].string ?? "")])
        cookie = try #require(visitor.cookie)
        roles = try await Self.tokens(of: [.auditor, .admin], api)
        _ = try await person.app.push(steps("08:00", "08:10", 31_337))
    }

    /// The tokens of admins; none where the server has no call that makes them.
    private static func tokens(of roles: [Role], _ api: TestAPI) async throws -> [Role: String] {
        guard Route.patterns.contains(where: { $0.path == "/v1/admin-tokens" }) else { return [:] }
        var tokens: [Role: String] = [:]
        for role in roles {
            let body: JSONTree = ["name": "matrix", "role": .string(role.rawValue)]
            let made = try await api.admin.post("/v1/admin-tokens", body)
            let token = try #require(made["token"].string)
            api.log.forbid(token)
            tokens[role] = token
        }
        return tokens
    }

    /// Makes the call of a cell on the person's data.
    func answer(_ column: AttackColumn, _ row: RouteRow) async throws -> Answer? {
        let owner = person.app.token ?? ""
        switch column {
        case .noToken: return try await call(row, token: nil)
        case .malformedHeader:
            let headers = [(name: "Authorization", value: "Basic \(owner)")]
            return try await call(row, token: nil, headers: headers)
        case .unknownToken: return try await call(row, token: "trib_c_unknown")
        case .expiredToken: return try await call(row, token: ended.expired.app.token)
        case .revokedToken: return try await call(row, token: ended.revoked.app.token)
        case .suspendedClient: return try await call(row, token: suspended.app.token)
        case .tokenInQuery:
            return try await call(row, token: nil, adding: [("access_token", owner)])
        case .pageCookie:
            return try await call(row, token: nil, headers: [(name: "Cookie", value: cookie)])
        case .ofAnotherUser: return try await call(row, token: stranger.app.token)
        case .withoutGrants: return try await call(row, token: withoutGrants.app.token)
        case .withGrants: return try await call(row, token: owner)
        case .auditor: return try await call(row, role: .auditor)
        case .admin: return try await call(row, role: .admin)
        case .owner: return try await call(row, token: TestAPI.adminToken)
        }
    }

    private func call(_ row: RouteRow, role: Role) async throws -> Answer? {
        guard let token = roles[role] else { return nil }
        return try await call(row, token: token)
    }

    private func call(
        _ row: RouteRow,
        token: String?,
        adding query: [(String, String)] = [],
        headers: [(name: String, value: String)] = []
    ) async throws -> Answer {
        try await Caller(http: api.stranger.http, token: token).call(
            row,
            user: person.id,
            client: person.client,
            adding: query,
            headers: headers
        )
    }

    /// The same question put to the code that decides, for a role that no token stands for.
    ///
    /// What the route itself refuses every role is told by the owner's answer.
    func decision(_ column: AttackColumn, _ row: RouteRow) async throws -> MatrixCell {
        let principal = Principal.admin(
            Administrator(role: column == .auditor ? .auditor : .admin, token: nil)
        )
        let path = row.path(RouteRow.values(user: person.id, client: person.client))
        guard case .found(let route, _) = Route.match(method: row.method, path: path) else {
            return .refused("404 notFound")
        }
        if route.permission == .anyone { return .asWithoutToken }
        do {
            try principal.require(route.permission)
            if route.permission == .healthData {
                _ = try UserAccess(path: person.id, principal: principal)
            }
        } catch {
            return .refused("403 forbidden")
        }
        guard row.isOfClientsAlone, let answer = try await answer(.owner, row) else {
            return .admitted
        }
        return MatrixCell(answer, strangersStatus: nil)
    }
}
