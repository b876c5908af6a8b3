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
            return try await answerDecision(request, user, id, by: actor)
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

    /// Answers a decision in steps of their own.
    ///
    /// As one function, Swift 6.3.1 compiled it so that the program called nothing at all, and died,
    /// where the request did not exist.
    private func answerDecision(
        _ request: HTTPRequest,
        _ user: String,
        _ id: String,
        by actor: String
    ) async throws -> HTTPResponse {
        let user = try userID(user)
        let id = try Self.requestID(id)
        let allowed = try body(of: request) { try AuthorizationBody.decision($0) }
        let asked = try await asked(by: id, of: user)
        try allowed.insist(onBeingPartOf: asked)
        return try await decided(id, of: user, allowed, by: actor)
    }

    private func decided(
        _ id: AuthorizationRequestID,
        of user: UserID,
        _ allowed: AskedTypes,
        by actor: String
    ) async throws -> HTTPResponse {
        let time = now()
        let decided = try await decide(id, of: user, allowed, at: time, by: actor)
        return .json(AuthorizationJSON.request(decided, at: time))
    }

    /// What a request asks for.
    private func asked(
        by id: AuthorizationRequestID,
        of user: UserID
    ) async throws -> AskedTypes {
        let request = try await store.authorizationRequest(id, user: user)
        return request.asked
    }

    /// Decides a request: what of it is allowed, and the rest is not.
    ///
    /// - Throws: `HealthStoreError.userNotFound`, `.authorizationRequestNotFound`,
    ///   `.authorizationRequestDecided`, `.authorizationRequestExpired`.
    func decide(
        _ id: AuthorizationRequestID,
        of user: UserID,
        _ allowed: AskedTypes,
        at time: Instant,
        by actor: String
    ) async throws -> AuthorizationRequest {
        let decided = try await store.decide(
            id,
            user: user,
            share: allowed.share,
            read: allowed.read,
            at: time,
            by: actor
        )
        authenticator.forget(user: user, client: decided.client)
        return decided
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

extension AskedTypes {
    /// Refuses a list that names something else: it is a mistake, and would be taken for a refusal.
    fileprivate func insist(onBeingPartOf asked: AskedTypes) throws {
        for (field, allowed, asked) in [
            ("share", share, asked.share), ("read", read, asked.read),
        ] where !Set(allowed).isSubset(of: asked) {
            throw Problem(.invalidRequest, "The request does not ask for all of it.", field: field)
        }
    }
}
