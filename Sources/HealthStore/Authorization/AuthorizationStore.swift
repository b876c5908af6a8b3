import Crypto
package import HealthModel
import Postgres

extension HealthStore {
    /// How long a client waits between two questions at first, and how much longer each time it does
    /// not (RFC 8628, sections 3.2 and 3.5), in seconds.
    package static let authorizationInterval: Int32 = 5

    /// Asks a person to decide about what nobody has decided yet; nil where there is nothing left.
    ///
    /// - Parameters:
    ///   - limit: The most requests of one client that a person may have before them.
    ///   - makeUserCode: Draws what the person types; again where another request has it.
    /// - Throws: `HealthStoreError.userNotFound`, `.clientNotFound`, `.tooManyAuthorizationRequests`.
    package func createAuthorizationRequest(
        _ new: NewAuthorizationRequest,
        user: UserID,
        client: ClientID,
        limit: Int,
        by actor: String,
        makeUserCode: @escaping @Sendable () -> UserCode = UserCode.random
    ) async throws -> AuthorizationRequest? {
        var generator = SecureRandom.SecureGenerator()
        let id = AuthorizationRequestID(
            bits: UInt128.random(in: 0...UInt128.max, using: &generator)
        )
        return try await pool.withConnection(as: .user(user)) { connection in
            try connection.transaction {
                try Self.lockStream(of: user, on: connection)
                try Self.requireClient(client, on: connection)
                let grants = try Self.grants(user: user, client: client, on: connection)
                var new = new
                new.asked = grants.undecided(share: new.asked.share, read: new.asked.read)
                if new.asked.isEmpty { return nil }
                let open = try Self.openRequests(
                    of: client,
                    to: user,
                    grants,
                    at: new.createdAt,
                    on: connection
                )
                guard open < limit else {
                    throw HealthStoreError.tooManyAuthorizationRequests(limit: limit)
                }
                var rows: QueryResult
                repeat {
                    rows = try connection.run(
                        AuthorizationSQL.insert,
                        new.binds(id, user, client, makeUserCode())
                    )
                } while rows.rowCount == 0
                try AuditEvent(
                    actor: actor,
                    action: "authorization.request",
                    user: user,
                    client: client,
                    subject: id.description
                ).record(on: connection)
                return AuthorizationRequest(rows, 0, grants: grants)
            }
        }
    }

    /// Finds a request; with a client, only one of its own.
    ///
    /// - Throws: `HealthStoreError.userNotFound`, `.authorizationRequestNotFound`.
    package func authorizationRequest(
        _ id: AuthorizationRequestID,
        user: UserID,
        client: ClientID? = nil
    ) async throws -> AuthorizationRequest {
        try await pool.withConnection(as: .user(user)) { connection in
            _ = try Self.user(user, on: connection)
            let request = try Self.request(id, user, on: connection)
            guard client == nil || request.client == client else {
                throw HealthStoreError.authorizationRequestNotFound
            }
            return request
        }
    }

    /// Finds the request that a person has the code of, whatever has become of it.
    ///
    /// - Throws: `HealthStoreError.authorizationRequestNotFound`, also where the code is that of a
    ///   request to somebody else.
    package func authorizationRequest(
        userCode: UserCode,
        user: UserID
    ) async throws -> AuthorizationRequest {
        try await pool.withConnection(as: .user(user)) { connection in
            let rows = try connection.run(
                AuthorizationSQL.findByCode,
                [.int8(user.number), .text(userCode.letters)]
            )
            return try Self.request(rows, user, on: connection)
        }
    }

    /// Lists the requests to a person, the newest first; those of one state only, if one is given.
    ///
    /// - Throws: `HealthStoreError.userNotFound`.
    package func authorizationRequests(
        user: UserID,
        state: AuthorizationState? = nil,
        at now: Instant,
        limit: Int = 1000
    ) async throws -> [AuthorizationRequest] {
        try await pool.withConnection(as: .user(user)) { connection in
            _ = try Self.user(user, on: connection)
            let rows = try connection.run(
                AuthorizationSQL.list,
                [.int8(user.number), .int4(Self.authorizationListLimit)]
            )
            var grants: [ClientID: Grants] = [:]
            var requests: [AuthorizationRequest] = []
            for row in 0..<rows.rowCount where requests.count < limit {
                let client = ClientID(number: rows.int4(row, 2))
                let known =
                    try grants[client]
                    ?? Self.grants(user: user, client: client, on: connection)
                grants[client] = known
                let request = AuthorizationRequest(rows, row, grants: known)
                if state == nil || request.state(at: now) == state { requests.append(request) }
            }
            return requests
        }
    }

    /// The most requests to a person that are looked at; those of a day or so are kept.
    private static let authorizationListLimit: Int32 = 10_000

    /// Finds a request, with what is still undecided of it.
    static func request(
        _ id: AuthorizationRequestID,
        _ user: UserID,
        on connection: Connection
    ) throws -> AuthorizationRequest {
        let rows = try connection.run(
            AuthorizationSQL.find,
            [.int8(user.number), .uuid(id.bits)]
        )
        return try request(rows, user, on: connection)
    }

    /// Reads the one request of a result.
    static func request(
        _ rows: QueryResult,
        _ user: UserID,
        on connection: Connection
    ) throws -> AuthorizationRequest {
        guard rows.rowCount == 1 else { throw HealthStoreError.authorizationRequestNotFound }
        let client = ClientID(number: rows.int4(0, 2))
        let grants = try grants(user: user, client: client, on: connection)
        return AuthorizationRequest(rows, 0, grants: grants)
    }

    private static func openRequests(
        of client: ClientID,
        to user: UserID,
        _ grants: Grants,
        at now: Instant,
        on connection: Connection
    ) throws -> Int {
        let rows = try connection.run(
            AuthorizationSQL.listOpen,
            [
                .int8(user.number), .int4(client.number), .int8(now.microseconds),
                .int4(authorizationListLimit),
            ]
        )
        return (0..<rows.rowCount).count {
            AuthorizationRequest(rows, $0, grants: grants).state(at: now) == .pending
        }
    }
}

extension NewAuthorizationRequest {
    fileprivate func binds(
        _ id: AuthorizationRequestID,
        _ user: UserID,
        _ client: ClientID,
        _ userCode: UserCode
    ) -> [Bind] {
        [
            .int8(user.number), .uuid(id.bits), .int4(client.number), .text(userCode.letters),
            .int2Array(asked.share), .int2Array(asked.read),
            .text(asked.share.isEmpty ? nil : shareUsageDescription),
            .text(asked.read.isEmpty ? nil : readUsageDescription),
            .int8(createdAt.microseconds), .int8(expiresAt.microseconds),
            .int4(HealthStore.authorizationInterval),
        ]
    }
}
