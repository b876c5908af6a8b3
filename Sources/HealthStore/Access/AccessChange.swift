import HealthModel
import Postgres

/// Something that decides about access and has changed, as servers tell each other.
package enum AccessChange: Hashable, Sendable {
    /// The tokens of a user, or what was decided for one of their clients.
    case user(UserID)
    /// A client: it was suspended, or let in again.
    case client(ClientID)
    /// A token of an admin.
    case administrator(TokenID)

    /// Reads what another server sent; nil for anything else.
    init?(payload: String) {
        if let user = UserID(payload) {
            self = .user(user)
        } else if let client = ClientID(payload) {
            self = .client(client)
        } else if let token = TokenID(payload) {
            self = .administrator(token)
        } else {
            return nil
        }
    }

    /// What is sent: an identifier, which tells by its form of what it is.
    var payload: String {
        switch self {
        case .user(let user): user.description
        case .client(let client): client.description
        case .administrator(let token): token.description
        }
    }
}

/// What a listener for changes of access is told.
package enum AccessNews: Hashable, Sendable {
    /// Something changed.
    case changed(AccessChange)
    /// From now on every change is heard; what came before may not have been.
    case listening
    /// From now on nothing is heard.
    case deaf
}

/// Statements by which servers tell each other of access.
enum AccessSQL {
    /// The channel that every change of access is notified on.
    static let channel = "tributary_access"

    /// Tells every server, once the transaction is committed.
    static let notify = Statement(
        "access.notify",
        "SELECT pg_notify('tributary_access', $1::text)"
    )

    /// Tells of a change.
    static func notify(of change: AccessChange, on connection: Connection) throws {
        _ = try connection.run(notify, [.text(change.payload)])
    }

    static let statements = [notify]
}
