import HealthAPI
import HealthModel
import HealthStore
import JSON

/// Reading of what operators decide for clients.
enum GrantBody {
    /// What may be shared and read, of a decision about everything.
    static func selections(_ root: JSONValue) throws -> (share: TypeSelection, read: TypeSelection)
    {
        (
            share: try TypeSelection(root, "share") { $0.isShareable },
            read: try TypeSelection(root, "read") { _ in true }
        )
    }

    /// Some decisions anew: `{share:{allow,refuse},read:{allow,refuse}}`.
    static func change(_ root: JSONValue) throws -> GrantChange {
        try root.refuseMembers(except: ["share", "read"])
        return GrantChange(
            share: try decisions(root, "share") { $0.isShareable },
            read: try decisions(root, "read") { _ in true }
        )
    }

    private static func decisions(
        _ root: JSONValue,
        _ name: String,
        _ isGrantable: (ObjectType) -> Bool
    ) throws -> [Int16: Bool] {
        guard let value = root[name], !value.isNull else { return [:] }
        guard value.kind == .object else {
            throw Problem(.invalidRequest, "The member must be an object.", field: name)
        }
        try value.refuseMembers(except: ["allow", "refuse"])
        let allowed = try TypeSelection(value, "allow", isGrantable).numbers
        let refused = try TypeSelection(value, "refuse", isGrantable).numbers
        guard allowed.isDisjoint(with: refused) else {
            throw Problem(.invalidRequest, "A type is both allowed and refused.", field: name)
        }
        var decisions: [Int16: Bool] = [:]
        for typeID in allowed { decisions[typeID] = true }
        for typeID in refused { decisions[typeID] = false }
        return decisions
    }

    /// A decision for many users at once.
    struct Many {
        /// Whose client; nil for every user's.
        let users: [UserID]?
        /// The client.
        let client: ClientID
        /// The template to decide by, if there is one.
        let template: String?
        /// What is decided without one.
        let grants: Grants

        init(_ root: JSONValue) throws {
            try root.refuseMembers(except: ["users", "client", "template", "share", "read"])
            users = try Self.users(root)
            guard let client = ClientID(try root.requiredString("client", limit: 64)) else {
                throw Problem(.clientNotFound, "There is no such client.", field: "client")
            }
            self.client = client
            template = try root.optionalString("template", limit: 64)
            let isSpelledOut = root["share"] != nil || root["read"] != nil
            guard isSpelledOut != (template != nil) else {
                throw Problem(
                    .invalidRequest,
                    "Give either a template, or share and read.",
                    field: "template"
                )
            }
            let (share, read) = try GrantBody.selections(root)
            grants = Grants(share: share, read: read)
        }

        private static func users(_ root: JSONValue) throws -> [UserID]? {
            if root["users"]?.string == "*" { return nil }
            let names = try root.strings("users", limit: 10_000)
            guard !names.isEmpty else {
                throw Problem(.invalidRequest, "Name users, or '*' for all.", field: "users")
            }
            return try names.map { name in
                guard let user = UserID(name) else {
                    throw Problem(.invalidRequest, "Not the id of a user.", field: "users")
                }
                return user
            }
        }
    }
}

extension TypeSelection {
    /// The types as numbers; 0 stands for every type.
    fileprivate var numbers: Set<Int16> { isEverything ? typeIDs.union([0]) : typeIDs }

    /// Reads a list of types of a grant, each of which has to be one that can be granted so.
    init(
        _ root: JSONValue,
        _ name: String,
        _ isGrantable: (ObjectType) -> Bool
    ) throws {
        self.init()
        for text in try root.strings(name, limit: 1000) {
            if text == "*" {
                isEverything = true
            } else if let type = Catalogue.objectType(text) {
                if case .sample(let type) = type, !type.isGrantable {
                    throw Problem(
                        .unsupportedType,
                        "A correlation is shared and read by the types that it holds.",
                        field: name
                    )
                }
                guard isGrantable(type) else {
                    throw Problem(
                        .notShareable,
                        "Characteristics can be read, but no client shares them.",
                        field: name
                    )
                }
                typeIDs.insert(type.id)
            } else {
                throw Problem(.unknownType, "There is no such type.", field: name)
            }
        }
    }
}
