import HTTPServer
import HealthAPI
import HealthModel
import HealthStore

/// A parsed question for changes.
struct ChangesRequest {
    /// What the store is asked; its place moves on as changes are told.
    var query: ChangeQuery
    /// How long to wait for a change where there is none, in seconds; nil not to wait.
    let waitInSeconds: Int?
    /// What the caller's anchors are bound to.
    let binding: AnchorBinding

    /// Reads the parameters; `Last-Event-ID` stands for the anchor where one is streamed to.
    init(
        _ head: HTTPRequestHead,
        access: UserAccess,
        limits: ServiceLimits,
        seals: Seals
    ) throws {
        let parameters = try QueryParameters(head.query, known: Self.parameters)
        let types = try parameters.list("type").map { names in
            Set(try names.map { try Catalogue.requireSampleType($0, field: "type").id })
        }
        binding = AnchorBinding(types: types, access: access)
        waitInSeconds = try parameters.integer("wait", in: 1...300)
        let limit = try parameters.integer("limit", in: 1...limits.samplesPerPage) ?? 1000
        let resumed = head.acceptsEvents ? head.headers["Last-Event-ID"] : nil
        let anchor = resumed ?? parameters.text("anchor")
        query = ChangeQuery(
            user: access.user,
            scope: ChangeScope(
                types.map(Array.init) ?? Catalogue.sampleTypes.map(\.id),
                access: access.readAccess
            ),
            after: try anchor.map { [binding] in
                try seals.place(anchor: $0, binding, for: access)
            },
            limit: limit,
            limitInBytes: limits.pageInBytes
        )
    }

    private static let parameters: Set<String> = ["anchor", "type", "limit", "wait"]
}

extension HTTPRequestHead {
    /// Whether the client asks for server-sent events rather than for JSON.
    var acceptsEvents: Bool {
        headers.values(of: "Accept").joined(separator: ",").lowercased().split(separator: ",")
            .contains { part in
                part.split(separator: ";").first?.filter { $0 != " " && $0 != "\t" }
                    == "text/event-stream"
            }
    }
}
