import HTTPServer
import HealthAPI
import HealthModel
import HealthStore
import JSON
import MergeEngine

extension Service {
    /// `GET /v1/users/{user}/sources`.
    func listSources(_ head: HTTPRequestHead, _ access: UserAccess) async throws -> HTTPResponse {
        _ = try QueryParameters(head.query, known: [])
        let nameable = access.nameableSources
        let sources = try await store.sources(
            of: access.user,
            readable: nameable.readable,
            client: nameable.client
        )
        var writer = JSONWriter(capacity: 64 + sources.count * 256)
        writer.beginObject()
        SourceJSON.write(sources, as: "sources", to: &writer)
        writer.endObject()
        return .json(writer.bytes)
    }

    /// `GET /v1/users/{user}/sources/order/{type}`.
    func getSourceOrder(
        _ head: HTTPRequestHead,
        _ access: UserAccess,
        type name: String
    ) async throws -> HTTPResponse {
        _ = try QueryParameters(head.query, known: [])
        let type = try Catalogue.requireStatisticsType(name, field: "type")
        let order = try await store.sourceOrder(
            user: access.user,
            typeID: type.id,
            visibility: access.visibility(of: type.id)
        )
        return .json(SourceOrderResponse(type: type, order: order).json())
    }

    /// `PUT /v1/users/{user}/sources/order/{type}`.
    func putSourceOrder(
        _ request: HTTPRequest,
        _ access: UserAccess,
        type name: String
    ) async throws -> HTTPResponse {
        _ = try QueryParameters(request.head.query, known: [])
        try MediaType.require([.json], of: request.head)
        let type = try Catalogue.requireStatisticsType(name, field: "type")
        let (ranked, disabled) = try JSONBody.parse(request.body) { root in
            try root.refuseDuplicates()
            try root.refuseMembers(except: ["order", "disabled"])
            return (
                try Self.sourceKeys(root, "order"),
                try Self.sourceKeys(root, "disabled")
            )
        }
        do {
            try await store.putSourceOrder(
                user: access.user,
                typeID: type.id,
                ranked: ranked,
                disabled: disabled,
                by: access.principal.auditName
            )
        } catch HealthStoreError.sourceNotFound(let key) {
            throw Problem.unknownSource(key, ranked: ranked)
        }
        return try await getSourceOrder(request.head, access, type: name)
    }

    private static func sourceKeys(_ root: JSONValue, _ name: String) throws -> [SampleID] {
        let keys = try root.strings(name, limit: 10_000).map {
            try QueryParameters.sourceKey($0, name)
        }
        guard Set(keys).count == keys.count else {
            throw Problem(.invalidRequest, "A source is named twice.", field: name)
        }
        return keys
    }
}

extension UserAccess {
    /// Whose sources the caller may know of: those of types it may read and of what it saved; nil
    /// for both stands for all.
    var nameableSources: (readable: [Int16]?, client: ClientID?) {
        switch principal {
        case .admin: (nil, nil)
        case .client(let bearer):
            (
                Catalogue.sampleTypes.filter(\.isGrantable).map(\.id)
                    .filter(bearer.grants.mayRead),
                bearer.client.id
            )
        }
    }
}

extension Problem {
    /// The refusal of an order that names a source which the caller's user does not have.
    static func unknownSource(_ key: String, ranked: [SampleID]) -> Problem {
        let isRanked = ranked.contains { $0.description == key }
        return Problem(
            .unknownSource,
            "The user has no source \(key).",
            field: isRanked ? "order" : "disabled"
        )
    }
}

/// The order of the sources of a type: `{type,order,disabled,ranking,settling}`.
private struct SourceOrderResponse {
    let type: StatisticsType
    let order: SourceOrder

    func json() -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writer.member("type", type.identifier)
        write(order.ranked, as: "order", to: &writer)
        write(order.disabled, as: "disabled", to: &writer)
        writer.key("ranking")
        writer.beginArray()
        for ranked in order.ranking {
            writer.beginObject()
            SourceJSON.writeMembers(ranked.source, to: &writer)
            writer.member("class", ranked.sourceClass.wireName)
            writer.key("explicit")
            writer.boolean(ranked.isExplicit)
            writer.endObject()
        }
        writer.endArray()
        writer.key("settling")
        writer.beginObject()
        writer.member("days", order.settling.days)
        writer.member("remaining", order.settling.remaining)
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }

    private func write(
        _ sources: [SourceRecord],
        as name: StaticString,
        to writer: inout JSONWriter
    ) {
        writer.key(name)
        writer.beginArray()
        for source in sources { writer.string(source.key.description) }
        writer.endArray()
    }
}

extension SourceClass {
    /// The class's name on the wire.
    fileprivate var wireName: String {
        switch self {
        case .handTyped: "userEntered"
        case .watch: "watch"
        case .phone: "phone"
        case .other: "other"
        }
    }
}
