import HealthModel
import HealthStore
import JSON

/// Users, clients, grants and tokens as the wire has them.
enum UserJSON {
    static func user(_ user: User) -> [UInt8] {
        object { write(user, to: &$0) }
    }

    /// Writes the members of a user into the object that is open.
    static func write(_ user: User, to writer: inout JSONWriter) {
        writer.member("id", user.id.description)
        writer.member("name", user.name)
        writer.member("timeZone", user.timeZone.identifier)
        writer.member("createdAt", orNull: user.createdAt)
    }

    static func client(_ client: Client) -> [UInt8] {
        object { write(client, to: &$0) }
    }

    static func clients(_ clients: [Client]) -> [UInt8] {
        object { writer in
            writer.key("clients")
            writer.beginArray()
            for client in clients {
                writer.beginObject()
                write(client, to: &writer)
                writer.endObject()
            }
            writer.endArray()
        }
    }

    static func grants(of client: ClientID, _ grants: Grants) -> [UInt8] {
        object { write(grants, of: client, to: &$0) }
    }

    static func grants(_ grants: [(client: ClientID, grants: Grants)]) -> [UInt8] {
        object { writer in
            writer.key("grants")
            writer.beginArray()
            for (client, grants) in grants {
                writer.beginObject()
                write(grants, of: client, to: &writer)
                writer.endObject()
            }
            writer.endArray()
        }
    }

    static func token(_ token: IssuedToken) -> [UInt8] {
        object { writer in
            writer.member("id", token.id.description)
            writer.member("token", token.secret)
            writer.key("expiresAt")
            if let expiry = token.expiresAt {
                writer.string(RFC3339.format(expiry))
            } else {
                writer.null()
            }
        }
    }

    private static func object(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        write(&writer)
        writer.endObject()
        return writer.bytes
    }

    /// Writes the members of a client into the object that is open.
    static func write(_ client: Client, to writer: inout JSONWriter) {
        writer.member("id", client.id.description)
        writer.member("bundleIdentifier", client.bundleIdentifier)
        writer.member("name", client.name)
        writer.member("suspendedAt", orNull: client.suspendedAt)
    }

    /// Writes `client`, `share` and `read`; `*` stands for every type but those that are refused by
    /// name, which stand in `shareRefused` and `readRefused` where there are any.
    static func write(
        _ grants: Grants,
        of client: ClientID,
        to writer: inout JSONWriter
    ) {
        writer.member("client", client.description)
        write(grants, as: "share", \.mayShare, to: &writer)
        write(grants, as: "read", \.mayRead, to: &writer)
        writeRefused(grants, as: "shareRefused", \.mayShare, to: &writer)
        writeRefused(grants, as: "readRefused", \.mayRead, to: &writer)
    }

    private static func writeRefused(
        _ grants: Grants,
        as name: StaticString,
        _ permission: KeyPath<Grant, Bool?>,
        to writer: inout JSONWriter
    ) {
        guard grants.otherwise[keyPath: permission] == true else { return }
        let refused = grants.byType.filter { $0.value[keyPath: permission] == false }.keys.sorted()
        guard !refused.isEmpty else { return }
        writer.key(name)
        writer.beginArray()
        for type in refused.compactMap(Catalogue.objectType(id:)) { writer.string(type.identifier) }
        writer.endArray()
    }

    private static func write(
        _ grants: Grants,
        as name: StaticString,
        _ permission: KeyPath<Grant, Bool?>,
        to writer: inout JSONWriter
    ) {
        writer.key(name)
        writer.beginArray()
        if grants.otherwise[keyPath: permission] == true {
            writer.string("*")
        } else {
            for (typeID, grant) in grants.byType.sorted(by: { $0.key < $1.key })
            where grant[keyPath: permission] == true {
                if let type = Catalogue.objectType(id: typeID) { writer.string(type.identifier) }
            }
        }
        writer.endArray()
    }
}
