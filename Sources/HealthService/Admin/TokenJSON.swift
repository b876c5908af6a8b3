import HealthModel
import HealthStore
import JSON

/// Tokens as the wire has them, without their secrets.
enum TokenJSON {
    /// Writes the members of a client's token into the object that is open.
    static func write(_ token: StoredToken, _ lastUsedAt: Instant?, to writer: inout JSONWriter) {
        writer.member("id", token.id.description)
        writer.member("client", token.client.description)
        writer.member("name", orNull: token.name)
        writer.member("createdAt", orNull: token.createdAt)
        writer.member("expiresAt", orNull: token.expiresAt)
        writer.member("revokedAt", orNull: token.revokedAt)
        writer.member("lastUsedAt", orNull: lastUsedAt)
    }

    /// Writes the members of an admin's token into the object that is open.
    static func write(_ token: AdminToken, _ lastUsedAt: Instant?, to writer: inout JSONWriter) {
        writer.member("id", token.id.description)
        writer.member("name", token.name)
        writer.member("role", token.role.rawValue)
        writer.member("createdAt", orNull: token.createdAt)
        writer.member("expiresAt", orNull: token.expiresAt)
        writer.member("revokedAt", orNull: token.revokedAt)
        writer.member("lastUsedAt", orNull: lastUsedAt)
    }
}
