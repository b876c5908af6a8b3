import Crypto
import HealthAPI
package import HealthModel
package import HealthStore
import Synchronization

/// Turns `Authorization` headers into principals.
///
/// Tokens are looked up in the store by their hash and remembered for a few seconds, with what goes
/// with them; whatever any server changes about them is forgotten at once. While this server cannot
/// hear what others change, it remembers nothing.
package final class Authenticator: Sendable {
    private let store: HealthStore
    private let adminTokenHash: [UInt8]
    private let rememberedFor: Int64
    private let now: @Sendable () -> Instant
    private let memory = Mutex(TokenMemory())
    private let lookups = TokenLookups()
    /// When tokens were last used.
    let uses: TokenUses

    /// Makes an authenticator.
    ///
    /// - Parameter onFailure: called where it could not be written when tokens were used.
    package init(
        store: HealthStore,
        adminToken: String,
        rememberedForSeconds: Int64,
        now: @escaping @Sendable () -> Instant,
        onFailure: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.store = store
        adminTokenHash = SHA256.hash(Array(adminToken.utf8))
        rememberedFor = rememberedForSeconds * 1_000_000
        self.now = now
        uses = TokenUses(onFailure: onFailure) { try await store.noteUses($0) }
    }

    /// Takes the secret out of `Authorization: Bearer SECRET` (RFC 6750, section 2.1).
    ///
    /// - Throws: `Problem` with `unauthenticated` when the header is missing or of another form.
    package static func secret(inAuthorization header: String?) throws -> [UInt8] {
        guard let header else {
            throw Problem(.unauthenticated, "This call needs an Authorization header.")
        }
        let parts = header.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bearer",
            parts[1].utf8.count <= 512
        else {
            throw Problem(.unauthenticated, "The Authorization header must be 'Bearer TOKEN'.")
        }
        return Array(parts[1].utf8)
    }

    /// Whom a secret counts as, whether it is good or not.
    func caller(ofSecret secret: [UInt8]) -> RateLimiter.Caller {
        let hash = SHA256.hash(secret)
        if ConstantTime.equal(hash, adminTokenHash) { return .admin }
        let id = HealthStore.tokenID(ofHash: hash)
        return Self.isOfAdmin(secret) ? .administrator(id) : .token(id)
    }

    /// Whether a secret is the operator's, or that of a token that has been good before.
    func vouches(forSecret secret: [UInt8]) -> Bool {
        switch caller(ofSecret: secret) {
        case .admin: true
        case .administrator(let id), .token(let id): hasSeen(id)
        }
    }

    /// Whether a token was good when it was last asked after, however long ago.
    func hasSeen(_ token: TokenID) -> Bool {
        memory.withLock { $0.knows(token) }
    }

    /// Whether a secret would be let in without asking the database.
    package func hasRemembered(_ secret: [UInt8]) -> Bool {
        let id = HealthStore.tokenID(ofHash: SHA256.hash(secret))
        return memory.withLock { $0.principal(of: id, at: now()) != nil }
    }

    /// Finds out who a secret speaks for.
    ///
    /// - Parameter asksDatabase: Whether what is remembered does not do: who was woken by a change of
    ///   grants or tokens must not look at what they were.
    /// - Throws: `Problem` with `unauthenticated`, in the same words for a token that never
    ///   existed, was revoked or has expired; with `clientSuspended`; `PostgresError`.
    package func principal(
        ofSecret secret: [UInt8],
        asksDatabase: Bool = false
    ) async throws -> Principal {
        let hash = SHA256.hash(secret)
        if ConstantTime.equal(hash, adminTokenHash) { return .admin(.operatorItself) }
        let id = HealthStore.tokenID(ofHash: hash)
        let time = now()
        let (remembered, generation, isTrusted) = memory.withLock {
            ($0.principal(of: id, at: time), $0.generation, $0.isTrusted)
        }
        if !asksDatabase, let remembered { return try admit(remembered, id, at: time) }
        // What somebody else began to look up is remembered, too.
        let found =
            if isTrusted && !asksDatabase {
                try await lookups.find(id, in: generation) { [self] in try await find(secret) }
            } else {
                try await find(secret)
            }
        guard let principal = found else { throw Self.refusal }
        memory.withLock {
            $0.remember(
                principal,
                of: id,
                until: Instant(microseconds: time.microseconds + rememberedFor),
                ifStill: generation
            )
        }
        return try admit(principal, id, at: time)
    }

    private static let refusal = Problem(.unauthenticated, "The token is not valid.")

    private static func isOfAdmin(_ secret: [UInt8]) -> Bool {
        secret.starts(with: HealthStore.adminTokenPrefix.utf8)
    }

    private func find(_ secret: [UInt8]) async throws -> Principal? {
        if Self.isOfAdmin(secret) {
            return try await store.administrator(ofSecret: secret).map(Principal.admin)
        }
        return try await store.bearer(ofSecret: secret).map(Principal.client)
    }

    /// Lets in whose token has not expired and whose client is not suspended.
    private func admit(_ principal: Principal, _ id: TokenID, at time: Instant) throws -> Principal
    {
        if let expiry = principal.expiresAt, expiry <= time { throw Self.refusal }
        if case .client(let bearer) = principal, bearer.client.suspendedAt != nil {
            throw Problem(.clientSuspended, "The client is suspended.")
        }
        uses.note(id, at: time)
        return principal
    }
}

extension Authenticator {
    /// Forgets what is remembered of a client's tokens for a user: its grants changed.
    package func forget(user: UserID, client: ClientID) {
        memory.withLock { $0.forget { $0.isOf(user: user) && $0.isOf(client: client) } }
    }

    /// Forgets all tokens of a user.
    package func forget(user: UserID) {
        memory.withLock { $0.forget { $0.isOf(user: user) } }
    }

    /// Forgets all tokens of a client.
    func forget(client: ClientID) {
        memory.withLock { $0.forget { $0.isOf(client: client) } }
    }

    /// Forgets a token: it was revoked.
    package func forget(token: TokenID) {
        memory.withLock { $0.forget(token) }
    }

    /// Takes note of what any server changed, and of whether that is heard.
    package func hear(_ news: AccessNews) {
        switch news {
        case .changed(.user(let user)): forget(user: user)
        case .changed(.client(let client)): forget(client: client)
        case .changed(.administrator(let token)): forget(token: token)
        case .listening: memory.withLock { $0.setTrust(true) }
        case .deaf: memory.withLock { $0.setTrust(false) }
        }
    }
}

extension Principal {
    /// When its token stops being accepted, if ever.
    fileprivate var expiresAt: Instant? {
        switch self {
        case .admin(let administrator): administrator.expiresAt
        case .client(let bearer): bearer.expiresAt
        }
    }

    fileprivate func isOf(user: UserID) -> Bool {
        if case .client(let bearer) = self { bearer.user == user } else { false }
    }

    fileprivate func isOf(client: ClientID) -> Bool {
        if case .client(let bearer) = self { bearer.client.id == client } else { false }
    }
}
