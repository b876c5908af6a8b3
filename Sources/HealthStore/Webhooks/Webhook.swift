package import HealthModel
import Postgres

/// The name of a webhook, or of one delivery; random.
package typealias WebhookID = SampleID

/// Somewhere that wants to be told when a client has something new to read.
package struct Webhook: Hashable, Sendable {
    /// The webhook's name.
    package let id: WebhookID
    /// What is asked there; may hold a secret of the receiver.
    package let url: String
    /// Through whose eyes it sees.
    package let client: Client
    /// Whose changes it tells of; nil for every user's.
    package let user: UserID?
    /// The numbers of the types it tells of, sorted; nil for all.
    package let types: [Int16]?
    /// Whether anything is sent.
    package let isEnabled: Bool
    /// Why the server switched it off by itself: `gone`.
    package let disabledReason: String?
    /// When it was made.
    package let createdAt: Instant
    /// How long the former secret signs as well, if there is one.
    package let formerSecretUntil: Instant?
    /// How many users' deliveries failed last, those that are parked included.
    package let failing: Int
    /// How many users' deliveries failed for so long that they are not tried any more.
    package let parked: Int
}

/// What a webhook is made of.
package struct NewWebhook: Sendable {
    /// The webhook's name.
    package var id: WebhookID
    /// What is asked.
    package var url: String
    /// Through whose eyes it sees.
    package var client: ClientID
    /// Whose changes it tells of; nil for every user's.
    package var user: UserID?
    /// The numbers of the types it tells of, sorted; nil for all.
    package var types: [Int16]?
    /// The secret, sealed.
    package var secret: String
    /// When it is made.
    package var createdAt: Instant

    /// Describes a webhook.
    package init(
        id: WebhookID,
        url: String,
        client: ClientID,
        user: UserID?,
        types: [Int16]?,
        secret: String,
        createdAt: Instant
    ) {
        self.id = id
        self.url = url
        self.client = client
        self.user = user
        self.types = types
        self.secret = secret
        self.createdAt = createdAt
    }
}

/// What is changed about a webhook; nil for what stays.
package struct WebhookChange: Sendable {
    /// Another URL.
    package var url: String?
    /// Other types; within, nil for all.
    package var types: [Int16]??
    /// Whether anything is sent.
    package var isEnabled: Bool?

    /// Changes nothing.
    package init() {}
}

/// One user's part of a webhook.
package struct WebhookPair: Hashable, Sendable {
    /// The webhook.
    package let webhook: WebhookID
    /// Whose changes.
    package let user: UserID

    /// Names a pair.
    package init(webhook: WebhookID, user: UserID) {
        self.webhook = webhook
        self.user = user
    }
}

/// Whom a webhook speaks to about whom: what decides what it may tell.
package struct WebhookReader: Sendable {
    /// Whose changes.
    package let user: UserID
    /// The client.
    package let client: Client
    /// The types asked for; nil for all.
    package let types: [Int16]?
    /// What was decided for the client and the user.
    package let grants: Grants
}

/// What a reader may be told of.
package struct WebhookView: Sendable {
    /// Stands for the whole of it, to notice that it has changed.
    package let digest: [UInt8]
    /// The changes.
    package let scope: ChangeScope

    /// Makes a view.
    package init(digest: [UInt8], scope: ChangeScope) {
        self.digest = digest
        self.scope = scope
    }
}

extension Webhook {
    /// Reads a row of `WebhookSQL.columns`.
    init(_ rows: QueryResult, _ row: Int) {
        id = WebhookID(bits: rows.uuid(row, 0))
        url = rows.text(row, 1)
        client = Client(
            id: ClientID(number: rows.int4(row, 2)),
            bundleIdentifier: rows.text(row, 3),
            name: rows.text(row, 4)
        )
        user = rows.optionalInt8(row, 5).map(UserID.init(number:))
        types = rows.isNull(row, 6) ? nil : rows.int2Array(row, 6)
        isEnabled = rows.bool(row, 7)
        disabledReason = rows.optionalText(row, 8)
        createdAt = Instant(microseconds: rows.int8(row, 9))
        formerSecretUntil = rows.optionalInt8(row, 10).map(Instant.init(microseconds:))
        failing = Int(rows.int8(row, 11))
        parked = Int(rows.int8(row, 12))
    }
}

/// What a webhook is to tell again; of one user, or with nil of all.
package enum WebhookReplay: Hashable, Sendable {
    /// What was given up.
    case parked(UserID?)
    /// What has arrived, too: each user's last delivery, together with what is new since.
    case everything(UserID?)

    /// The user it is about; nil for all.
    var user: UserID? {
        switch self {
        case .parked(let user), .everything(let user): user
        }
    }

    /// Whether it is about what has arrived, too.
    var isOfEverything: Bool {
        if case .everything = self { true } else { false }
    }
}
