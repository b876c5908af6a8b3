package import Postgres

/// All that Tributary keeps, and the only place that speaks SQL about it.
///
/// Every call takes one connection for as long as it runs its statements; a call that concerns a
/// user touches that user's rows and no other's.
package struct HealthStore: Sendable {
    /// The connections calls run on.
    package let pool: ConnectionPool
    /// Who settles totals in the background, if anybody does.
    let settler: Settler?

    /// Makes a store over a pool whose database has been migrated.
    package init(pool: ConnectionPool, settler: Settler? = nil) {
        self.pool = pool
        self.settler = settler
    }

    /// Asks the database for a row, to know that it answers.
    ///
    /// - Throws: `PostgresError` when it does not.
    package func ping() async throws {
        try await pool.withConnection { connection in
            _ = try connection.run(Self.pingStatement)
        }
    }

    private static let pingStatement = Statement("store.ping", "SELECT 1")
}

extension HealthStore {
    /// The most sources a user may have, which bounds what every ranking looks at.
    ///
    /// Real exports hold some tens; only a client that makes up a new device for every batch gets
    /// anywhere near, and one that does would otherwise slow down every answer to its user.
    package static let sourceLimit: Int32 = 10_000

    /// Every statement the store runs, for those who check or plan them.
    static let statements: [Statement] =
        [pingStatement] + UserSQL.statements + StreamSQL.statements + ClientSQL.statements
        + GrantSQL.statements + TokenSQL.statements + SealingKeySQL.statements
        + AuditEvent.statements + SourceSQL.statements + SourceOrderSQL.statements
        + KnownSampleSQL.statements + DocumentClasses.statements + SampleColumns.statements
        + SaveChanges.statements + DeletionSQL.statements + DeletionCandidateSQL.statements
        + LoadSQL.statements + LatestSQL.statements + SampleListSQL.statements
        + ContainedSQL.statements + OriginSQL.statements + FindSQL.statements
        + DirtyDaySQL.statements + DayTotalSQL.statements
        + HourTotalSQL.statements + SettlingSQL.statements + VerificationSQL.statements
        + CharacteristicSQL.statements + ChangeSQL.statements + PruningSQL.statements
        + BatchSQL.statements + WebhookSQL.statements + WebhookUserSQL.statements
        + WebhookSweepSQL.statements + WebhookChangeSQL.statements + WebhookLogSQL.statements
        + AuthorizationSQL.statements + AccessCodeSQL.statements + SessionSQL.statements
        + TakingBackSQL.statements
}

/// A failure of the store that a caller has to tell apart from a broken database.
package enum HealthStoreError: Error, Hashable, Sendable {
    /// No such user.
    case userNotFound
    /// No such client.
    case clientNotFound
    /// A client of this bundle identifier exists already.
    case clientExists
    /// No such token.
    case tokenNotFound
    /// A source that is not one of the user's; the key is the one asked for.
    case sourceNotFound(key: String)
    /// More samples than one answer may need to look at; the limit.
    case tooManySamples(limit: Int)
    /// A place in the feed that does not lead on: what was deleted since is no longer known.
    case anchorExpired
    /// As many wait for changes as may.
    case tooManyWaiters
    /// More buckets than one answer may have; the limit.
    case tooManyBuckets(limit: Int)
    /// More sources than a user may have; the limit.
    case tooManySources(limit: Int32)
    /// Another body was stored under the name of this batch.
    case batchConflict
    /// No such webhook.
    case webhookNotFound
    /// As many webhooks as there may be; the limit.
    case tooManyWebhooks(limit: Int)
    /// No such request of an app, or not one of the client that asks.
    case authorizationRequestNotFound
    /// A request that was decided already.
    case authorizationRequestDecided
    /// A request that nobody decided in time.
    case authorizationRequestExpired
    /// As many requests of one client as a person may have before them; the limit.
    case tooManyAuthorizationRequests(limit: Int)
    /// No such access code, or one that was used.
    case accessCodeNotFound
    /// As many access codes as a user may have; the limit.
    case tooManyAccessCodes(limit: Int)
    /// No such session, or one that has ended.
    case sessionNotFound
}
