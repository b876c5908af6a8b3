import HTTPServer
import HealthAPI
import HealthModel
import HealthStore
import JSON

extension Service {
    /// Answers the calls of operators that decide what clients may do.
    func administerGrants(
        _ route: Route,
        _ request: HTTPRequest,
        by actor: String
    ) async throws -> HTTPResponse {
        switch route {
        case .changeGrants(let user, let client):
            return try await changeGrants(request, userID(user), clientID(client), by: actor)
        case .grantMany: return try await grantMany(request, by: actor)
        case .listGrantTemplates:
            return .json(GrantJSON.templates(try await store.grantTemplates()))
        case .getGrantTemplate(let name):
            return .json(GrantJSON.template(try await store.grantTemplate(name)))
        case .putGrantTemplate(let name):
            return try await putGrantTemplate(request, name, by: actor)
        case .deleteGrantTemplate(let name):
            try await store.deleteGrantTemplate(name, by: actor)
            return .noContent
        default: throw Problem(.notFound, "There is no such path.")
        }
    }

    private func changeGrants(
        _ request: HTTPRequest,
        _ user: UserID,
        _ client: ClientID,
        by actor: String
    ) async throws -> HTTPResponse {
        let change = try body(of: request) { try GrantBody.change($0) }
        let grants = try await store.changeGrants(change, user: user, client: client, by: actor)
        authenticator.forget(user: user, client: client)
        return .json(UserJSON.grants(of: client, grants))
    }

    private func putGrantTemplate(
        _ request: HTTPRequest,
        _ name: String,
        by actor: String
    ) async throws -> HTTPResponse {
        guard GrantTemplate.isName(name) else {
            throw Problem(.invalidRequest, "A template's name is 1 to 64 of a-z, 0-9 and '-'.")
        }
        let template = try body(of: request) { root in
            try root.refuseMembers(except: ["share", "read"])
            let (share, read) = try GrantBody.selections(root)
            return GrantTemplate(name: name, share: share, read: read)
        }
        try await store.putGrantTemplate(template, by: actor)
        return .json(GrantJSON.template(template))
    }

    /// Decides the same for many users, each in a transaction of its own: what was decided before
    /// something went wrong stays, and asking again does no harm.
    private func grantMany(_ request: HTTPRequest, by actor: String) async throws -> HTTPResponse {
        let asked = try body(of: request) { try GrantBody.Many($0) }
        _ = try await store.client(asked.client)
        var grants = asked.grants
        if let template = asked.template {
            grants = try await store.grantTemplate(template).grants
        }
        var tally = GrantTally()
        if let users = asked.users {
            for user in users { try await grant(grants, user, asked, &tally, by: actor) }
            return .json(tally.json())
        }
        var last: UserID?
        repeat {
            let page = try await store.users(after: last, limit: 500)
            for user in page { try await grant(grants, user.id, asked, &tally, by: actor) }
            last = page.count == 500 ? page.last?.id : nil
        } while last != nil
        return .json(tally.json())
    }

    private func grant(
        _ grants: Grants,
        _ user: UserID,
        _ asked: GrantBody.Many,
        _ tally: inout GrantTally,
        by actor: String
    ) async throws {
        do {
            try await store.putGrants(
                grants,
                user: user,
                client: asked.client,
                template: asked.template,
                by: actor
            )
            tally.granted += 1
        } catch HealthStoreError.userNotFound {
            tally.missing.append(user)
        }
        authenticator.forget(user: user, client: asked.client)
    }
}
