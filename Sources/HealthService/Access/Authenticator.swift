import Crypto
import HealthAPI
package import HealthModel
package import HealthStore
import Synchronization

/// Turns `Authorization` headers into principals.
///
/// Client tokens are looked up in the store by their hash and remembered for a few seconds, with
/// the grants that go with them; whatever this server changes about them is forgotten at once.
package final class Authenticator: Sendable {
    private let store: HealthStore
    private let adminTokenHash: [UInt8]
    private let rememberedFor: Int64
    private let now: @Sendable () -> Instant
    private let cache = Mutex(Cache())

    private struct Entry {
        let bearer: TokenBearer
        let goodUntil: Int64
    }

    private struct Cache {
        var entries: [TokenID: Entry] = [:]
        /// Counts what was forgotten: what was looked up before is not remembered after.
        var generation = 0
    }

    /// The most tokens remembered; beyond it all are forgotten and asked for again.
    private static let capacity = 10_000

    /// Makes an authenticator.
    package init(
        store: HealthStore,
        adminToken: String,
        rememberedForSeconds: Int64,
        now: @escaping @Sendable () -> Instant
    ) {
        self.store = store
        adminTokenHash = SHA256.hash(Array(adminToken.utf8))
        rememberedFor = rememberedForSeconds * 1_000_000
        self.now = now
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
        return .token(HealthStore.tokenID(ofHash: hash))
    }

    /// Whether a client's token was good when it was last asked after, however long ago.
    func hasSeen(_ token: TokenID) -> Bool {
        cache.withLock { $0.entries[token] != nil }
    }

    /// Finds out who a secret speaks for.
    ///
    /// - Parameter asksDatabase: Whether what is remembered does not do: who was woken by a change of
    ///   grants or tokens must not look at what they were.
    /// - Throws: `Problem` with `unauthenticated`, in the same words for a token that never
    ///   existed, was revoked or has expired; `PostgresError`.
    package func principal(
        ofSecret secret: [UInt8],
        asksDatabase: Bool = false
    ) async throws -> Principal {
        let hash = SHA256.hash(secret)
        if ConstantTime.equal(hash, adminTokenHash) { return .admin(.operatorItself) }
        let id = HealthStore.tokenID(ofHash: hash)
        let time = now()
        let (remembered, generation) = cache.withLock { ($0.entries[id], $0.generation) }
        if !asksDatabase, let remembered, remembered.goodUntil > time.microseconds {
            return try principal(remembered.bearer, at: time)
        }
        guard let bearer = try await store.bearer(ofSecret: secret) else {
            throw Self.refusal
        }
        remember(bearer, at: time, ifStill: generation)
        return try principal(bearer, at: time)
    }

    /// Forgets what is remembered of a client's tokens for a user: its grants changed.
    package func forget(user: UserID, client: ClientID) {
        forget { $0.user == user && $0.client.id == client }
    }

    /// Forgets all tokens of a user.
    package func forget(user: UserID) {
        forget { $0.user == user }
    }

    /// Forgets a token: it was revoked.
    package func forget(token: TokenID) {
        forget { $0.token == token }
    }

    private static let refusal = Problem(.unauthenticated, "The token is not valid.")

    private func principal(_ bearer: TokenBearer, at time: Instant) throws -> Principal {
        if let expiry = bearer.expiresAt, expiry <= time { throw Self.refusal }
        return .client(bearer)
    }

    /// Keeps what was read, unless something was forgotten since: a token or a grant may have been
    /// read just before it was revoked, and must not be trusted after.
    private func remember(_ bearer: TokenBearer, at time: Instant, ifStill generation: Int) {
        let entry = Entry(bearer: bearer, goodUntil: time.microseconds + rememberedFor)
        cache.withLock { cache in
            guard cache.generation == generation else { return }
            if cache.entries.count >= Self.capacity { cache.entries.removeAll() }
            cache.entries[bearer.token] = entry
        }
    }

    private func forget(_ matches: (TokenBearer) -> Bool) {
        cache.withLock { cache in
            cache.generation += 1
            cache.entries = cache.entries.filter { !matches($0.value.bearer) }
        }
    }
}
