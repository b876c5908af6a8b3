import Crypto
import Postgres

/// Something an admin, a person or a client did that must be known later; never a health value.
package struct AuditEvent: Sendable {
    /// Who did it: `admin`, or `client:ID`.
    package var actor: String
    /// What was done, such as `grant.put` or `token.create`.
    package var action: String
    /// Whose data it concerns.
    package var user: UserID?
    /// The client it concerns.
    package var client: ClientID?
    /// The thing it was done to: a token's id, a type's identifier.
    package var subject: String?

    /// Describes an event.
    package init(
        actor: String,
        action: String,
        user: UserID? = nil,
        client: ClientID? = nil,
        subject: String? = nil
    ) {
        self.actor = actor
        self.action = action
        self.user = user
        self.client = client
        self.subject = subject
    }
}

extension AuditEvent {
    /// Writes the event in the transaction that makes it true.
    func record(on connection: Connection) throws {
        var generator = SecureRandom.SecureGenerator()
        let id = UInt128.random(in: 0...UInt128.max, using: &generator)
        _ = try connection.run(
            Self.insert,
            [
                .uuid(id), .text(actor), .text(action), .int8(user?.number),
                .int4(client?.number), .text(subject),
            ]
        )
    }

    /// The statements of this file.
    static let statements = [insert]

    private static let insert = Statement(
        "audit.insert",
        """
        INSERT INTO audit_events AS e (id, actor, action, user_id, client_id, subject)
        VALUES ($1, $2, $3, $4, $5, $6)
        """
    )
}
