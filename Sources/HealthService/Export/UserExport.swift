import HTTPServer
import HealthModel
import HealthStore
import JSON

/// Everything of one user, read a page at a time.
///
/// The samples come by way of the user's feed: whatever is deleted or replaced while they are read is
/// told behind, as to anybody who follows the feed, so that the lines in their order lead to what
/// there was at one moment, when the feed's end was reached. No transaction is open between pages.
struct UserExport {
    private let store: HealthStore
    private let user: UserID
    private let time: Instant
    private var lines: ExportLines

    /// Prepares an export; `time` decides what of requests, codes and sessions lasts.
    init(store: HealthStore, user: UserID, time: Instant, to writer: HTTPBodyWriter) {
        self.store = store
        self.user = user
        self.time = time
        lines = ExportLines(writer)
    }

    /// Sends every line.
    mutating func run() async throws {
        try await addUser()
        let tokenClients = try await addTokens()
        try await addClients(tokenClients)
        try await addSources()
        try await addCharacteristics()
        try await addSamples()
        try await addAuthorization()
        try await addWebhooks()
        try await addAudit()
        try await lines.end()
    }

    private mutating func addUser() async throws {
        let user = try await store.user(user)
        try await lines.addObject("user") { UserJSON.write(user, to: &$0) }
    }

    private mutating func addTokens() async throws -> Set<ClientID> {
        var clients: Set<ClientID> = []
        var place: ListPlace?
        repeat {
            let page = try await store.tokens(user: user, after: place, limit: Self.pageSize)
            for token in page {
                clients.insert(token.client)
                try await lines.addObject("token") {
                    TokenJSON.write(token, token.lastUsedAt, to: &$0)
                }
            }
            place = page.count == Self.pageSize ? page.last.map(Self.place(of:)) : nil
        } while place != nil
        return clients
    }

    private mutating func addClients(_ others: Set<ClientID>) async throws {
        let grants = try await store.grants(user: user)
        for (client, grants) in grants {
            try await lines.addObject("grant") { UserJSON.write(grants, of: client, to: &$0) }
        }
        for id in others.union(grants.map(\.client)).sorted() {
            let client = try await store.client(id)
            try await lines.addObject("client") { UserJSON.write(client, to: &$0) }
        }
    }

    private mutating func addSources() async throws {
        for source in try await store.sources(of: user, readable: nil, client: nil) {
            try await lines.addObject("source") { SourceJSON.writeMembers(source, to: &$0) }
        }
        for order in try await store.sourceOrders(of: user) {
            guard let type = Catalogue.sampleType(id: order.typeID) else { continue }
            try await lines.addObject("sourceOrder") { writer in
                writer.member("type", type.identifier)
                writer.member("order", order.ranked)
                writer.member("disabled", order.disabled)
            }
        }
    }

    private mutating func addCharacteristics() async throws {
        let characteristics = try await store.characteristics(of: user)
        try await lines.add("characteristics") { $0.raw(characteristics.json()) }
    }

    /// Adds what apps asked for of the person, and how the person gets in to decide.
    private mutating func addAuthorization() async throws {
        for request in try await store.authorizationRequests(user: user, at: time, limit: .max) {
            try await lines.addObject("authorizationRequest") { [time] in
                AuthorizationJSON.write(request, at: time, to: &$0)
            }
        }
        for code in try await store.accessCodes(user: user, at: time) {
            try await lines.addObject("accessCode") { AuthorizationJSON.write(code, to: &$0) }
        }
        for session in try await store.sessions(user: user, at: time) {
            try await lines.addObject("session") { AuthorizationJSON.write(session, to: &$0) }
        }
    }

    /// Adds the webhooks that are about this user alone; those about everybody are the operator's.
    private mutating func addWebhooks() async throws {
        for webhook in try await store.webhooks(limit: .max) where webhook.user == user {
            try await lines.addObject("webhook") { WebhookJSON.write(webhook, to: &$0) }
        }
    }

    private mutating func addAudit() async throws {
        var query = AuditQuery(limit: Self.pageSize)
        query.user = user
        repeat {
            let page = try await store.auditEvents(query)
            for event in page {
                try await lines.addObject("audit") { AuditJSON.write(event, to: &$0) }
            }
            let isLast = page.count < Self.pageSize
            query.after = isLast ? nil : page.last.map { ListPlace(time: $0.time, id: $0.id) }
        } while query.after != nil
    }

    private static let pageSize = 1000

    private static func place(of token: StoredToken) -> ListPlace {
        ListPlace(time: token.createdAt, id: token.id)
    }
}

/// Samples and marks of deletions.
extension UserExport {
    private mutating func addSamples() async throws {
        var query = ChangeQuery(
            user: user,
            scope: ChangeScope(Catalogue.sampleTypes.map(\.id), access: .everything),
            after: try await store.feedStart(of: user),
            limit: Self.pageSize,
            limitInBytes: 1 << 20
        )
        var isCut = true
        while isCut {
            let page: ChangePage
            do {
                page = try await store.changes(query)
            } catch HealthStoreError.anchorExpired {
                // Old marks went meanwhile. None of them is of a sample that was told of: those that
                // are deleted since have new marks.
                query.after?.beginning = try await store.feedStart(of: user).beginning
                page = try await store.changes(query)
            }
            var samples = SampleJSON()
            for change in page.changes { try await add(change, &samples) }
            query.after = page.place
            isCut = page.isCut
        }
    }

    private mutating func add(_ change: Change, _ samples: inout SampleJSON) async throws {
        switch change {
        case .added(let sample):
            guard let type = Catalogue.sampleType(id: sample.typeID) else { return }
            try await lines.add("sample") { try samples.write(sample, type, to: &$0) }
        case .deleted(let id, let typeID):
            guard let type = Catalogue.sampleType(id: typeID) else { return }
            try await lines.addObject("deletion") { writer in
                writer.member("uuid", id.description)
                writer.member("type", type.identifier)
            }
        }
    }
}

extension JSONWriter {
    /// Writes a key with the ids of sources.
    fileprivate mutating func member(_ name: StaticString, _ keys: [SampleID]) {
        key(name)
        beginArray()
        for key in keys { string(key.description) }
        endArray()
    }
}
