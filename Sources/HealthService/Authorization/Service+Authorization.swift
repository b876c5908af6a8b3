import HTTPServer
import HealthAPI
import HealthModel
import HealthStore

/// What clients may do and ask for.
extension Service {
    /// Answers what the caller may share of the types that it names, and whether a request for them
    /// and for those that it wants to read would show anything.
    func authorization(_ head: HTTPRequestHead, _ access: UserAccess) async throws -> HTTPResponse {
        let parameters = try QueryParameters(head.query, known: ["share", "read"])
        let share = try Self.types(parameters, "share", isShared: true)
        let read = try Self.types(parameters, "read", isShared: false)
        _ = try await store.user(access.user)
        return .json(
            AuthorizationJSON.status(
                share.compactMap { id in
                    Catalogue.objectType(id: id).map { ($0, access.shareStatus(of: id)) }
                },
                access.requestStatus(share: share, read: read),
                of: access.asker
            )
        )
    }

    /// Opens a request of a client.
    func createAuthorizationRequest(
        _ request: HTTPRequest,
        _ access: UserAccess
    ) async throws -> HTTPResponse {
        _ = try QueryParameters(request.head.query, known: [])
        guard case .client(let bearer) = access.principal else {
            throw Problem(.forbidden, "A client asks; an admin grants, or decides what it asked.")
        }
        let time = now()
        let new = try body(of: request) {
            try AuthorizationBody.request($0, limits: limits, at: time)
        }
        let made = try await store.createAuthorizationRequest(
            new,
            user: access.user,
            client: bearer.client.id,
            limit: limits.authorizationRequestsPerClient,
            by: access.principal.auditName
        )
        guard let made else { return .json(AuthorizationJSON.nothingToDecide) }
        return .json(AuthorizationJSON.created(made, at: time, publicURL), status: 201)
    }

    /// Answers how far a request has got: a client of its own, an admin of any.
    func authorizationRequest(
        _ head: HTTPRequestHead,
        _ access: UserAccess,
        request: String
    ) async throws -> HTTPResponse {
        _ = try QueryParameters(head.query, known: [])
        let id = try Self.requestID(request)
        let time = now()
        guard case .client(let bearer) = access.principal else {
            let request = try await store.authorizationRequest(id, user: access.user)
            return .json(AuthorizationJSON.request(request, at: time))
        }
        let answer = try await store.askAbout(
            id,
            user: access.user,
            client: bearer.client.id,
            at: time
        )
        switch answer {
        case .request(let request):
            return .json(AuthorizationJSON.progress(request, at: time))
        case .slowDown(let interval):
            var problem = Problem(
                .slowDown,
                "Asked again too soon; wait \(interval) seconds between questions from now on.",
                retryAfter: interval
            )
            problem.interval = interval
            throw problem
        }
    }

    static func requestID(_ text: String) throws -> AuthorizationRequestID {
        guard let id = AuthorizationRequestID(text) else {
            throw Problem(.authorizationRequestNotFound, "There is no such request.")
        }
        return id
    }

    private static func types(
        _ parameters: QueryParameters,
        _ name: String,
        isShared: Bool
    ) throws -> [Int16] {
        let names = try parameters.list(name) ?? []
        guard names.count <= 1000 else {
            throw Problem(.invalidParameter, "The list has more than 1000 entries.", field: name)
        }
        var seen: Set<Int16> = []
        return try AuthorizationBody.typeIDs(names, field: name, isShared: isShared)
            .filter { seen.insert($0).inserted }
    }
}

extension UserAccess {
    /// The client that asks; nil for an admin.
    fileprivate var asker: Client? {
        guard case .client(let bearer) = principal else { return nil }
        return bearer.client
    }

    /// Whether a request of the caller would show anything; everything is decided for an admin.
    fileprivate func requestStatus(share: [Int16], read: [Int16]) -> RequestStatus {
        switch principal {
        case .admin: .unnecessary
        case .client(let bearer): bearer.grants.requestStatus(share: share, read: read)
        }
    }
}
