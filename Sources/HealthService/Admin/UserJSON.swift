import HealthModel
import HealthStore
import JSON

/// Users, clients, grants and tokens as the wire has them.
enum UserJSON {
    static func user(_ user: User) -> [UInt8] {
        object { writer in
            writer.member("id", user.id.description)
            writer.member("name", user.name)
            writer.member("timeZone", user.timeZone.identifier)
        }
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

    private static func write(_ client: Client, to writer: inout JSONWriter) {
        writer.member("id", client.id.description)
        writer.member("bundleIdentifier", client.bundleIdentifier)
        writer.member("name", client.name)
    }

    /// Writes `{client,share,read}`; `*` stands for every type not named otherwise.
    private static func write(
        _ grants: Grants,
        of client: ClientID,
        to writer: inout JSONWriter
    ) {
        writer.member("client", client.description)
        write(grants, as: "share", \.mayShare, to: &writer)
        write(grants, as: "read", \.mayRead, to: &writer)
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
