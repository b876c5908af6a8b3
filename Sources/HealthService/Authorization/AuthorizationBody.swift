import HealthAPI
import HealthModel
import HealthStore
import JSON

/// Reading of what clients ask for and admins decide.
enum AuthorizationBody {
    /// What a client asks for: types, and why.
    static func request(
        _ root: JSONValue,
        limits: ServiceLimits,
        at now: Instant
    ) throws -> NewAuthorizationRequest {
        try root.refuseMembers(
            except: ["share", "read", "shareUsageDescription", "readUsageDescription"]
        )
        let asked = try types(root)
        guard !asked.isEmpty else {
            throw Problem(.invalidRequest, "The request names no type.", field: "share")
        }
        let lifetime = limits.authorizationRequestInSeconds * 1_000_000
        return NewAuthorizationRequest(
            asked: asked,
            shareUsageDescription: try asked.share.isEmpty
                ? nil : description(root, "shareUsageDescription", limits),
            readUsageDescription: try asked.read.isEmpty
                ? nil : description(root, "readUsageDescription", limits),
            createdAt: now,
            expiresAt: Instant(microseconds: now.microseconds + lifetime)
        )
    }

    /// What an admin allows of a request.
    static func decision(_ root: JSONValue) throws -> AskedTypes {
        try root.refuseMembers(except: ["share", "read"])
        return try types(root)
    }

    /// How long a code can be used, in seconds.
    static func accessCodeLifetime(_ root: JSONValue) throws -> Int64 {
        try root.refuseMembers(except: ["expiresIn"])
        guard let value = root["expiresIn"], !value.isNull else { return 86_400 }
        guard let seconds = value.int, (60...2_592_000).contains(seconds) else {
            throw Problem(
                .invalidRequest,
                "Must be a whole number of seconds from 60 to 2592000.",
                field: "expiresIn"
            )
        }
        return seconds
    }

    /// Reads names of types that can be asked for, each by itself: there is no `*`.
    static func typeIDs(_ names: [String], field: String, isShared: Bool) throws -> [Int16] {
        try names.map { name in
            guard let type = Catalogue.objectType(name) else {
                throw Problem(.unknownType, "There is no such type.", field: field)
            }
            if case .sample(let type) = type, !type.isGrantable {
                throw Problem(
                    .unsupportedType,
                    "A correlation is shared and read by the types that it holds.",
                    field: field
                )
            }
            guard type.isShareable || !isShared else {
                throw Problem(
                    .notShareable,
                    "Characteristics can be read, but no client shares them.",
                    field: field
                )
            }
            return type.id
        }
    }

    private static func types(_ root: JSONValue) throws -> AskedTypes {
        AskedTypes(
            share: try typeIDs(
                root.strings("share", limit: 1000),
                field: "share",
                isShared: true
            ),
            read: try typeIDs(root.strings("read", limit: 1000), field: "read", isShared: false)
        )
    }

    /// Reads why an app asks: words for people, without anything that could make them look like
    /// something else than the app's words.
    private static func description(
        _ root: JSONValue,
        _ name: String,
        _ limits: ServiceLimits
    ) throws -> String {
        let text = try root.requiredString(name, limit: limits.usageDescriptionInBytes)
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw Problem(.invalidRequest, "The member is required.", field: name)
        }
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.generalCategory != .control
                && !(0x202A...0x202E).contains(scalar.value)
                && !(0x2066...0x2069).contains(scalar.value)
        }
        guard isPlain else {
            throw Problem(
                .invalidRequest,
                "The text must not have control characters, line breaks included.",
                field: name
            )
        }
        return text
    }
}
