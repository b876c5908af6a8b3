import HealthModel
import HealthStore

/// Asking for authorization, as tests do it again and again.
extension StoreFixture {
    /// Asks for types; nil where there is nothing to decide.
    func ask(
        _ user: UserID,
        _ client: ClientID,
        share: [Int16] = [],
        read: [Int16] = [],
        at now: Instant = Instant(microseconds: TestTime.now),
        limit: Int = 10,
        makeUserCode: @escaping @Sendable () -> UserCode = UserCode.random
    ) async throws -> AuthorizationRequest? {
        try await store.createAuthorizationRequest(
            NewAuthorizationRequest(
                asked: AskedTypes(share: share, read: read),
                shareUsageDescription: "To save.",
                readUsageDescription: "To read.",
                createdAt: now,
                expiresAt: Instant(microseconds: now.microseconds + 15 * TestTime.minute)
            ),
            user: user,
            client: client,
            limit: limit,
            by: "test",
            makeUserCode: makeUserCode
        )
    }

    /// Decides a request.
    @discardableResult
    func decide(
        _ request: AuthorizationRequest,
        share: [Int16] = [],
        read: [Int16] = [],
        at now: Instant = Instant(microseconds: TestTime.now)
    ) async throws -> AuthorizationRequest {
        try await store.decide(
            request.id,
            user: request.user,
            share: share,
            read: read,
            at: now,
            by: "test"
        )
    }

    /// Makes an access code that is good for a day.
    func makeAccessCode(_ user: UserID) async throws -> IssuedAccessCode {
        try await store.createAccessCode(
            user: user,
            expiresAt: Instant(microseconds: TestTime.now + TestTime.day),
            at: Instant(microseconds: TestTime.now),
            by: "test"
        )
    }

    /// Signs a user in.
    func signIn(_ user: UserID) async throws -> IssuedSession? {
        try await store.spendAccessCode(
            makeAccessCode(user).secret,
            at: Instant(microseconds: TestTime.now),
            by: "test"
        )
    }

    /// Fills every table of what apps ask and who is signed in.
    func fillAuthorization(user: UserID, _ bundleIdentifier: String) async throws {
        let client = try await makeClient(bundleIdentifier)
        _ = try await ask(user, client, share: [QuantityType.steps.id])
        _ = try await signIn(user)
        _ = try await makeAccessCode(user)
    }
}

extension Instant {
    /// The moment at which samples are accepted, and so many seconds later.
    static func moment(_ seconds: Int64) -> Instant {
        Instant(microseconds: TestTime.now + seconds * TestTime.second)
    }
}
