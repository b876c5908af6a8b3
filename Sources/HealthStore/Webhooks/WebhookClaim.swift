import Crypto
package import HealthModel
import Postgres

extension HealthStore {
    /// Looks whether there is something to tell of a user, and takes the right to tell it once.
    ///
    /// What the client may see is asked for now. A delivery that failed comes back as it was, but
    /// where the client sees more or less by now. Nothing comes where there is nothing to tell,
    /// where somebody else is telling it, or where it is too early.
    ///
    /// - Parameters:
    ///   - now: The time on the server's clock.
    ///   - end: When somebody else may try, if nobody says how the attempt ended.
    ///   - view: What a reader may be told of.
    package func claimDelivery(
        _ pair: WebhookPair,
        now: Instant,
        until end: Instant,
        view: @escaping @Sendable (WebhookReader) -> WebhookView
    ) async throws -> WebhookDelivery? {
        do {
            return try await retrying {
                try await pool.withConnection(as: .user(pair.user)) { connection in
                    try connection.transaction {
                        try WebhookClaim(pair, now, end, view, connection).take()
                    }
                }
            }
        } catch HealthStoreError.userNotFound {
            return nil
        }
    }
}

/// One look at a pair, inside a transaction.
private struct WebhookClaim {
    private let pair: WebhookPair
    private let now: Instant
    private let end: Instant
    private let view: (WebhookReader) -> WebhookView
    private let connection: Connection
    private let claim: WebhookID
    private let delivery: WebhookID

    init(
        _ pair: WebhookPair,
        _ now: Instant,
        _ end: Instant,
        _ view: @escaping (WebhookReader) -> WebhookView,
        _ connection: Connection
    ) {
        (self.pair, self.now, self.end) = (pair, now, end)
        (self.view, self.connection) = (view, connection)
        var generator = SecureRandom.SecureGenerator()
        claim = .random(using: &generator)
        delivery = .random(using: &generator)
    }

    private var key: [Bind] { [.int8(pair.user.number), .uuid(pair.webhook.bits)] }

    func take() throws -> WebhookDelivery? {
        let webhook = try connection.run(WebhookSQL.active, key)
        guard webhook.rowCount == 1, let state = try claimedState() else { return nil }
        let stream = try connection.run(ChangeSQL.stream, [.int8(pair.user.number)])
        guard stream.rowCount == 1 else { return nil }
        let reader = try reader(webhook)
        let view = view(reader)
        guard let plan = try plan(state, view, last: stream.int8(0, 0), pruned: stream.int8(0, 1))
        else { return nil }
        let former = webhook.optionalInt8(0, 7).flatMap { until in
            until > now.microseconds ? webhook.optionalText(0, 6) : nil
        }
        return WebhookDelivery(
            pair: pair,
            reader: reader,
            url: webhook.text(0, 0),
            secrets: [webhook.text(0, 5)] + (former.map { [$0] } ?? []),
            id: plan.delivery,
            position: plan.position,
            types: plan.types,
            failures: state.attempts,
            failingSince: state.failingSince,
            claim: claim
        )
    }

    private func reader(_ webhook: QueryResult) throws -> WebhookReader {
        let client = Client(
            id: ClientID(number: webhook.int4(0, 1)),
            bundleIdentifier: webhook.text(0, 2),
            name: webhook.text(0, 3)
        )
        return WebhookReader(
            user: pair.user,
            client: client,
            types: webhook.isNull(0, 4) ? nil : webhook.int2Array(0, 4),
            grants: try HealthStore.grants(user: pair.user, client: client.id, on: connection)
        )
    }
}

/// How far the telling has got.
private struct WebhookState {
    let position: Int64
    let scope: [UInt8]?
    let pending: WebhookPlan?
    let attempts: Int
    let failingSince: Instant?
}

/// What is told.
private struct WebhookPlan {
    let delivery: WebhookID
    let position: Int64
    let types: [Int16]
}

extension WebhookClaim {
    /// The state under the claim; nil where somebody else has it or it is too early.
    private func claimedState() throws -> WebhookState? {
        if let state = try claimRow() { return state }
        guard try connection.run(WebhookUserSQL.exists, key).rowCount == 0 else { return nil }
        // A user who came after the webhook: the only row that is made while there are deliveries,
        // under both locks that keep it from outliving user and webhook.
        try HealthStore.lockStream(of: pair.user, on: connection)
        let held = try connection.run(WebhookSQL.share, [.uuid(pair.webhook.bits)])
        guard held.rowCount == 1 else { return nil }
        _ = try connection.run(WebhookUserSQL.insert, key + [.bool(false), .bytea(nil)])
        return try claimRow()
    }

    private func claimRow() throws -> WebhookState? {
        let rows = try connection.run(
            WebhookUserSQL.claim,
            key + [.uuid(claim.bits), .int8(end.microseconds), .int8(now.microseconds)]
        )
        guard rows.rowCount == 1 else { return nil }
        let pending = rows.optionalUUID(0, 2).map { delivery in
            WebhookPlan(
                delivery: WebhookID(bits: delivery),
                position: rows.int8(0, 0),
                types: rows.int2Array(0, 4)
            )
        }
        return WebhookState(
            position: rows.int8(0, 0),
            scope: rows.optionalBytea(0, 1),
            pending: pending,
            attempts: Int(rows.int4(0, 5)),
            failingSince: rows.optionalInt8(0, 6).map(Instant.init(microseconds:))
        )
    }

    /// Decides what is told; nil, and the claim given back, where there is nothing.
    private func plan(
        _ state: WebhookState,
        _ view: WebhookView,
        last: Int64,
        pruned: Int64
    ) throws -> WebhookPlan? {
        let isSameView = state.scope == view.digest
        if let pending = state.pending, isSameView { return pending }
        // Who sees more or less than before starts over, as with any anchor; so does who would
        // need marks of deletions that are gone, or whose place is ahead of a restored feed.
        let leadsOn = isSameView && state.position >= pruned && state.position <= last
        let position = leadsOn ? state.position : 0
        let types = try connection.run(
            WebhookChangeSQL.listTypes,
            [.int8(pair.user.number)] + view.scope.binds + [.int8(position), .int8(last)]
        ).int2Column(0)
        guard !types.isEmpty else {
            _ = try connection.run(
                WebhookUserSQL.pass,
                key + [.int8(last), .bytea(view.digest)]
            )
            return nil
        }
        _ = try connection.run(
            WebhookUserSQL.plan,
            key + [
                .int8(position), .bytea(view.digest), .uuid(delivery.bits), .int8(last),
                .int2Array(types),
            ]
        )
        return WebhookPlan(delivery: delivery, position: position, types: types)
    }
}
