import HTTPServer
import HealthAPI
import HealthModel
import HealthStore
import JSON

extension Service {
    /// The calls that only the operator may make.
    func administer(
        _ route: Route,
        _ request: HTTPRequest,
        by principal: Principal
    ) async throws -> HTTPResponse {
        let actor = principal.auditName
        _ = try QueryParameters(request.head.query, known: [])
        switch route {
        case .createUser: return try await createUser(request, by: actor)
        case .getUser(let user): return .json(UserJSON.user(try await store.user(userID(user))))
        case .deleteUser(let user):
            try await store.eraseUser(userID(user), by: actor)
            authenticator.forget(user: try userID(user))
            return .noContent
        case .createClient: return try await createClient(request, by: actor)
        case .listClients:
            return .json(UserJSON.clients(try await store.clients(limit: 10_000)))
        case .listGrants(let user):
            return .json(UserJSON.grants(try await store.grants(user: userID(user))))
        case .getGrants(let user, let client): return try await grants(user, client)
        case .putGrants(let user, let client):
            return try await putGrants(request, user, client, by: actor)
        case .createToken(let user): return try await createToken(request, user, by: actor)
        case .revokeToken(let token): return try await revokeToken(token, by: actor)
        default: throw Problem(.notFound, "There is no such path.")
        }
    }

    private func createUser(_ request: HTTPRequest, by actor: String) async throws -> HTTPResponse {
        let (name, zone) = try body(of: request) { root in
            let name = try root.optionalString("name", limit: 200)
            guard name != "" else {
                throw Problem(.invalidRequest, "The name is empty.", field: "name")
            }
            return (name, try Self.zone(root))
        }
        let user = try await store.createUser(name: name, timeZone: zone, by: actor)
        return .json(UserJSON.user(user), status: 201)
    }

    private static func zone(_ root: JSONValue) throws -> Zone {
        guard let name = try root.optionalString("timeZone", limit: 64) else { return .utc }
        guard let zone = Zone(identifier: name) else {
            throw Problem(
                .invalidRequest,
                "Not an IANA time zone such as Europe/Paris.",
                field: "timeZone"
            )
        }
        return zone
    }

    private func createClient(
        _ request: HTTPRequest,
        by actor: String
    ) async throws -> HTTPResponse {
        let (bundleIdentifier, name) = try body(of: request) { root in
            let identifier = try root.requiredString("bundleIdentifier", limit: 200)
            return (identifier, try root.optionalString("name", limit: 200) ?? identifier)
        }
        let client = try await store.createClient(
            bundleIdentifier: bundleIdentifier,
            name: name,
            by: actor
        )
        return .json(UserJSON.client(client), status: 201)
    }

    private func grants(_ user: String, _ client: String) async throws -> HTTPResponse {
        let id = try clientID(client)
        let grants = try await store.grants(user: userID(user), client: id)
        return .json(UserJSON.grants(of: id, grants))
    }

    private func putGrants(
        _ request: HTTPRequest,
        _ user: String,
        _ client: String,
        by actor: String
    ) async throws -> HTTPResponse {
        let (user, client) = (try userID(user), try clientID(client))
        let decision = try body(of: request) { root in
            Grants(
                share: try TypeSelection(root, "share") { $0.isShareable },
                read: try TypeSelection(root, "read") { _ in true }
            )
        }
        try await store.putGrants(decision, user: user, client: client, by: actor)
        authenticator.forget(user: user, client: client)
        return .json(UserJSON.grants(of: client, decision))
    }

    private func createToken(
        _ request: HTTPRequest,
        _ user: String,
        by actor: String
    ) async throws -> HTTPResponse {
        let user = try userID(user)
        let (client, lifetime) = try body(of: request) { root in
            (
                try clientID(root.requiredString("client", limit: 64), field: "client"),
                try Self.lifetimeInSeconds(root)
            )
        }
        let expiry = lifetime.map { Instant(microseconds: now().microseconds + $0 * 1_000_000) }
        let token = try await store.createToken(
            user: user,
            client: client,
            expiresAt: expiry,
            by: actor
        )
        return .json(UserJSON.token(token), status: 201)
    }

    /// `expiresIn`, in seconds: up to ten years.
    private static func lifetimeInSeconds(_ root: JSONValue) throws -> Int64? {
        guard let value = root["expiresIn"], !value.isNull else { return nil }
        guard let seconds = value.int, (1...315_576_000).contains(seconds) else {
            throw Problem(
                .invalidRequest,
                "Must be a whole number of seconds from 1 to 315576000.",
                field: "expiresIn"
            )
        }
        return seconds
    }

    private func revokeToken(_ token: String, by actor: String) async throws -> HTTPResponse {
        guard let id = TokenID(token) else {
            throw Problem(.tokenNotFound, "There is no such token.")
        }
        try await store.revokeToken(id, by: actor)
        authenticator.forget(token: id)
        return .noContent
    }

    /// Reads the body of an operator's call: one JSON object in which no member comes twice.
    func body<R>(
        of request: HTTPRequest,
        _ read: (JSONValue) throws -> R
    ) throws -> R {
        try MediaType.require([.json], of: request.head)
        return try JSONBody.parse(request.body) { root in
            try root.refuseDuplicates()
            return try read(root)
        }
    }

    /// The user that a path of an operator's call names.
    func userID(_ text: String) throws -> UserID {
        guard let id = UserID(text) else { throw UserAccess.notFound }
        return id
    }

    private func clientID(_ text: String, field: String? = nil) throws -> ClientID {
        guard let id = ClientID(text) else {
            throw Problem(.clientNotFound, "There is no such client.", field: field)
        }
        return id
    }
}

extension TypeSelection {
    /// Reads a list of types of a grant, each of which has to be one that can be granted so.
    fileprivate init(
        _ root: JSONValue,
        _ name: String,
        _ isGrantable: (ObjectType) -> Bool
    ) throws {
        self.init()
        for text in try root.strings(name, limit: 1000) {
            if text == "*" {
                isEverything = true
            } else if let type = Catalogue.objectType(text) {
                if case .sample(let type) = type, !type.isGrantable {
                    throw Problem(
                        .unsupportedType,
                        "A correlation is shared and read by the types that it holds.",
                        field: name
                    )
                }
                guard isGrantable(type) else {
                    throw Problem(
                        .notShareable,
                        "Characteristics can be read, but no client shares them.",
                        field: name
                    )
                }
                typeIDs.insert(type.id)
            } else {
                throw Problem(.unknownType, "There is no such type.", field: name)
            }
        }
    }
}
