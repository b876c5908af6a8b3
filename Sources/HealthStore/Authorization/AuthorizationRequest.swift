package import HealthModel
import Postgres

/// The name of a request; drawn at random.
package typealias AuthorizationRequestID = SampleID

/// How far a request has got.
package enum AuthorizationState: String, Sendable, CaseIterable {
    /// Nobody has decided, and there is time left.
    case pending
    /// Somebody decided.
    case decided
    /// Somebody decided and allowed nothing of it.
    case denied
    /// Nobody decided in time.
    case expired
}

/// What an app wants to share and read of a person, and why.
package struct NewAuthorizationRequest: Hashable, Sendable {
    /// The types.
    package var asked: AskedTypes
    /// Why it wants to save samples, in the app's words.
    package var shareUsageDescription: String?
    /// Why it wants to read, in the app's words.
    package var readUsageDescription: String?
    /// When it is made.
    package var createdAt: Instant
    /// Until when it can be decided.
    package var expiresAt: Instant

    /// Describes a request.
    package init(
        asked: AskedTypes,
        shareUsageDescription: String?,
        readUsageDescription: String?,
        createdAt: Instant,
        expiresAt: Instant
    ) {
        self.asked = asked
        self.shareUsageDescription = shareUsageDescription
        self.readUsageDescription = readUsageDescription
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

/// A request of an app to a person.
package struct AuthorizationRequest: Hashable, Sendable {
    /// Its name.
    package let id: AuthorizationRequestID
    /// Who is asked.
    package let user: UserID
    /// Who asks.
    package let client: ClientID
    /// What the person types to find it; never told again after it was made.
    package let userCode: UserCode
    /// The types that were undecided when it was made.
    package let asked: AskedTypes
    /// Those of them that still are: what a sheet shows and a decision decides.
    package let undecided: AskedTypes
    /// Why the app wants to save samples, in its own words.
    package let shareUsageDescription: String?
    /// Why it wants to read, in its own words.
    package let readUsageDescription: String?
    /// When it was made.
    package let createdAt: Instant
    /// Until when it can be decided.
    package let expiresAt: Instant
    /// When it was decided, if it was.
    package let decidedAt: Instant?
    /// How long the app has to wait between two questions about it, in seconds.
    package let intervalInSeconds: Int
    /// What was decided with it; pending where nothing was.
    private let decision: AuthorizationState

    /// How far it has got.
    ///
    /// One whose types were all decided some other way, by an admin or with another request, is
    /// decided, too: nothing of it is left to ask.
    package func state(at now: Instant) -> AuthorizationState {
        guard decision == .pending else { return decision }
        if undecided.isEmpty { return .decided }
        return expiresAt <= now ? .expired : .pending
    }

    /// How far it has got, as far as the app may know.
    ///
    /// That nothing was allowed would tell of reading, where the app asked for that: it is told only
    /// where it asked for nothing but sharing, of which it may know.
    package func stateForClient(at now: Instant) -> AuthorizationState {
        let state = state(at: now)
        return state == .denied && !asked.read.isEmpty ? .decided : state
    }
}

extension AuthorizationRequest {
    /// Reads a row of `AuthorizationSQL.columns`; `grants` is what was decided for its client.
    init(_ rows: QueryResult, _ row: Int, grants: Grants) {
        id = AuthorizationRequestID(bits: rows.uuid(row, 0))
        user = UserID(number: rows.int8(row, 1))
        client = ClientID(number: rows.int4(row, 2))
        userCode = UserCode(letters: rows.text(row, 3))
        asked = AskedTypes(share: rows.int2Array(row, 4), read: rows.int2Array(row, 5))
        undecided = grants.undecided(share: asked.share, read: asked.read)
        shareUsageDescription = rows.optionalText(row, 6)
        readUsageDescription = rows.optionalText(row, 7)
        createdAt = Instant(microseconds: rows.int8(row, 8))
        expiresAt = Instant(microseconds: rows.int8(row, 9))
        decision = AuthorizationState(rawValue: rows.text(row, 10)) ?? .pending
        decidedAt = rows.optionalInt8(row, 11).map(Instant.init(microseconds:))
        intervalInSeconds = Int(rows.int4(row, 12))
    }
}
