package import HealthModel
import Postgres

/// The answer to a client that asks how far its request has got.
package enum AuthorizationAnswer: Equatable, Sendable {
    /// The request as it is.
    case request(AuthorizationRequest)
    /// It asked too soon after it last did; how long it has to wait from now on, in seconds.
    case slowDown(intervalInSeconds: Int)
}

extension HealthStore {
    /// Decides about the types of a request: those listed are allowed, the others refused.
    ///
    /// Only what the request asks for and nobody has decided yet is touched, share and read apart;
    /// whatever else the lists name is passed over. A request is decided once.
    ///
    /// - Throws: `HealthStoreError.userNotFound`, `.authorizationRequestNotFound`,
    ///   `.authorizationRequestDecided`, `.authorizationRequestExpired`.
    package func decide(
        _ id: AuthorizationRequestID,
        user: UserID,
        share: [Int16],
        read: [Int16],
        at now: Instant,
        by actor: String
    ) async throws -> AuthorizationRequest {
        try await pool.withConnection(as: .user(user)) { connection in
            try connection.transaction {
                try Self.lockStream(of: user, on: connection)
                let request = try Self.request(id, user, on: connection)
                try request.requirePending(at: now)
                let isAllowed = try Self.merge(request, share, read, on: connection)
                let state = isAllowed ? AuthorizationState.decided : .denied
                let rows = try connection.run(
                    AuthorizationSQL.decide,
                    [
                        .int8(user.number), .uuid(id.bits), .text(state.rawValue),
                        .int8(now.microseconds),
                    ]
                )
                try AuditEvent(
                    actor: actor,
                    action: "authorization.decide",
                    user: user,
                    client: request.client,
                    subject: id.description
                ).record(on: connection)
                // Whoever waits with an anchor of the former visibility has to be told.
                try ChangeSQL.notify(of: user, on: connection)
                return try Self.request(rows, user, on: connection)
            }
        }
    }

    /// Answers a client that asks how far its own request has got, and notes that it asked.
    ///
    /// While the request is pending, a question that comes sooner than it may is not answered and
    /// makes the interval longer for good (RFC 8628, section 3.5).
    ///
    /// - Throws: `HealthStoreError.userNotFound`, `.authorizationRequestNotFound`, also for the
    ///   request of another client.
    package func askAbout(
        _ id: AuthorizationRequestID,
        user: UserID,
        client: ClientID,
        at now: Instant
    ) async throws -> AuthorizationAnswer {
        try await pool.withConnection(as: .user(user)) { connection in
            try connection.transaction {
                _ = try Self.user(user, on: connection)
                let rows = try connection.run(
                    AuthorizationSQL.findToAsk,
                    [.int8(user.number), .uuid(id.bits), .int4(client.number)]
                )
                let request = try Self.request(rows, user, on: connection)
                guard request.state(at: now) == .pending else { return .request(request) }
                let last = rows.optionalInt8(0, 13)
                let interval = Int32(clamping: request.intervalInSeconds)
                let isTooSoon =
                    last.map { now.microseconds < $0 + Int64(interval) * 1_000_000 } ?? false
                let next = isTooSoon ? interval + Self.authorizationInterval : interval
                let noted = try connection.run(
                    AuthorizationSQL.noteQuestion,
                    [
                        .int8(user.number), .uuid(id.bits), .int8(now.microseconds), .int4(next),
                    ]
                )
                return isTooSoon
                    ? .slowDown(intervalInSeconds: Int(next))
                    : .request(try Self.request(noted, user, on: connection))
            }
        }
    }

    /// Adds a decision to the grants of the request's client; answers whether it allows anything.
    private static func merge(
        _ request: AuthorizationRequest,
        _ share: [Int16],
        _ read: [Int16],
        on connection: Connection
    ) throws -> Bool {
        let asked = request.undecided
        _ = try connection.run(
            AuthorizationSQL.mergeGrants,
            [
                .int8(request.user.number), .int4(request.client.number),
                .int2Array(Set(asked.share + asked.read).sorted()),
                .int2Array(asked.share), .int2Array(share),
                .int2Array(asked.read), .int2Array(read),
            ]
        )
        return asked.share.contains(where: share.contains)
            || asked.read.contains(where: read.contains)
    }
}

extension AuthorizationRequest {
    fileprivate func requirePending(at now: Instant) throws(HealthStoreError) {
        switch state(at: now) {
        case .pending: return
        case .decided, .denied: throw .authorizationRequestDecided
        case .expired: throw .authorizationRequestExpired
        }
    }
}
