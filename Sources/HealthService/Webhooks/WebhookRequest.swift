import HealthAPI
import HealthModel
import HealthStore
import JSON

/// What the bodies of calls about webhooks ask for.
enum WebhookRequest {
    /// A webhook to be made; the caller adds what does not come from the wire.
    struct Creation {
        let url: String
        let client: ClientID
        let user: UserID?
        let types: [Int16]?

        init(_ root: JSONValue) throws {
            try root.refuseMembers(except: ["url", "client", "user", "types"])
            url = try root.requiredString("url", limit: 2048)
            guard let client = ClientID(try root.requiredString("client", limit: 64)) else {
                throw Problem(.clientNotFound, "There is no such client.", field: "client")
            }
            self.client = client
            user = try WebhookRequest.user(root)
            types = try WebhookRequest.types(root)
        }
    }

    /// What is to be changed about a webhook; `types` of null stands for all.
    static func change(_ root: JSONValue) throws -> WebhookChange {
        try root.refuseMembers(except: ["url", "types", "enabled"])
        var change = WebhookChange()
        change.url = try root.optionalString("url", limit: 2048)
        if root["types"] != nil { change.types = .some(try types(root)) }
        change.isEnabled = try root.optionalBool("enabled")
        return change
    }

    /// What is to be sent again: of one user or of all, what is parked or everything.
    static func replay(_ root: JSONValue) throws -> WebhookReplay {
        try root.refuseMembers(except: ["user", "everything"])
        let user = try user(root)
        return try root.optionalBool("everything") == true ? .everything(user) : .parked(user)
    }

    private static func user(_ root: JSONValue) throws -> UserID? {
        try root.optionalString("user", limit: 64).map { text in
            guard let user = UserID(text) else { throw UserAccess.notFound }
            return user
        }
    }

    private static func types(_ root: JSONValue) throws -> [Int16]? {
        guard let value = root["types"], !value.isNull else { return nil }
        let types = try root.strings("types", limit: 1000).map {
            try Catalogue.requireSampleType($0, field: "types").id
        }
        guard !types.isEmpty else {
            throw Problem(
                .invalidRequest,
                "The list is empty; leave it out for all types.",
                field: "types"
            )
        }
        return Set(types).sorted()
    }
}
