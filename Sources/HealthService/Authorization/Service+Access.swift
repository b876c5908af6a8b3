import HTTPServer
import HealthAPI
import HealthModel
import HealthStore

/// Requests, access codes and sessions: the operator's calls.
extension Service {
    /// Answers a call of the operator about what apps ask and who is signed in.
    func administerAuthorization(
        _ route: Route,
        _ request: HTTPRequest,
        by principal: Principal
    ) async throws -> HTTPResponse {
        let actor = principal.auditName
        if case .listAuthorizationRequests(let user) = route {
            return try await authorizationRequests(request.head, user)
        }
        _ = try QueryParameters(request.head.query, known: [])
        switch route {
        case .decideAuthorizationRequest(let user, let id):
            return try await decide(request, userID(user), Self.requestID(id), by: actor)
        case .createAccessCode(let user):
            return try await createAccessCode(request, userID(user), by: actor)
        case .listAccessCodes(let user):
            let codes = try await store.accessCodes(user: userID(user), at: now())
            return .json(AuthorizationJSON.accessCodes(codes))
        case .deleteAccessCode(let user, let code):
            guard let id = TokenID(code) else {
                throw Problem(.accessCodeNotFound, "There is no such access code.")
            }
            try await store.deleteAccessCode(id, user: userID(user), by: actor)
            return .noContent
        case .listSessions(let user):
            let sessions = try await store.sessions(user: userID(user), at: now())
            return .json(AuthorizationJSON.sessions(sessions))
        case .endSession(let user, let session):
            guard let id = TokenID(session) else {
                throw Problem(.sessionNotFound, "There is no such session.")
            }
            try await store.endSession(id, user: userID(user), by: actor)
            return .noContent
        default: throw Problem(.notFound, "There is no such path.")
        }
    }

    private func authorizationRequests(
        _ head: HTTPRequestHead,
        _ user: String
    ) async throws -> HTTPResponse {
        let parameters = try QueryParameters(head.query, known: ["state", "limit"])
        let state = try parameters.choice(
            "state",
            [
                "pending": AuthorizationState.pending, "decided": .decided, "denied": .denied,
                "expired": .expired,
            ]
        )
        let limit = try parameters.integer("limit", in: 1...1000) ?? 100
        let time = now()
        let requests = try await store.authorizationRequests(
            user: userID(user),
            state: state,
            at: time,
            limit: limit
        )
        return .json(AuthorizationJSON.requests(requests, at: time))
    }

    private func decide(
        _ request: HTTPRequest,
        _ user: UserID,
        _ id: AuthorizationRequestID,
        by actor: String
    ) async throws -> HTTPResponse {
        let allowed = try body(of: request) { try AuthorizationBody.decision($0) }
        let asked = try await store.authorizationRequest(id, user: user).asked
        // A list that names something else is a mistake, and would be taken for a refusal.
        for (field, allowed, asked) in [
            ("share", allowed.share, asked.share), ("read", allowed.read, asked.read),
        ] where !Set(allowed).isSubset(of: asked) {
            throw Problem(.invalidRequest, "The request does not ask for all of it.", field: field)
        }
        let time = now()
        let decided = try await store.decide(
            id,
            user: user,
            share: allowed.share,
            read: allowed.read,
            at: time,
            by: actor
        )
        authenticator.forget(user: user, client: decided.client)
        return .json(AuthorizationJSON.request(decided, at: time))
    }

    private func createAccessCode(
        _ request: HTTPRequest,
        _ user: UserID,
        by actor: String
    ) async throws -> HTTPResponse {
        let lifetime = try body(of: request) { try AuthorizationBody.accessCodeLifetime($0) }
        let time = now()
        let code = try await store.createAccessCode(
            user: user,
            expiresAt: Instant(microseconds: time.microseconds + lifetime * 1_000_000),
            at: time,
            by: actor
        )
        return .json(AuthorizationJSON.issued(code, publicURL), status: 201)
    }
}
