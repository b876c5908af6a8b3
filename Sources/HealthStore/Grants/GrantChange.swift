import Postgres

/// What is decided anew of what a client may do; everything else stays as it was.
///
/// The number 0 stands for every type that nothing is decided about by name.
package struct GrantChange: Hashable, Sendable {
    /// Decisions about sharing.
    package var share: [Int16: Bool]
    /// Decisions about reading.
    package var read: [Int16: Bool]

    /// Decides.
    package init(share: [Int16: Bool] = [:], read: [Int16: Bool] = [:]) {
        self.share = share
        self.read = read
    }
}

extension Grants {
    /// These grants with some decisions made anew.
    package func applying(_ change: GrantChange) -> Grants {
        var grants = self
        for (typeID, mayShare) in change.share { grants[typeID].mayShare = mayShare }
        for (typeID, mayRead) in change.read { grants[typeID].mayRead = mayRead }
        return grants
    }

    /// The decision under a number; 0 for all that have none of their own.
    private subscript(_ typeID: Int16) -> Grant {
        get {
            typeID == 0 ? otherwise : byType[typeID] ?? Grant(mayShare: nil, mayRead: nil)
        }
        set {
            if typeID == 0 { otherwise = newValue } else { byType[typeID] = newValue }
        }
    }
}

extension HealthStore {
    /// Makes some decisions anew, and answers what is decided then.
    ///
    /// - Throws: `HealthStoreError.userNotFound`, `.clientNotFound`.
    package func changeGrants(
        _ change: GrantChange,
        user: UserID,
        client: ClientID,
        by actor: String
    ) async throws -> Grants {
        try await pool.withConnection(as: .user(user)) { connection in
            try connection.transaction {
                try Self.lockStream(of: user, on: connection)
                try Self.requireClient(client, on: connection)
                let grants = try Self.grants(user: user, client: client, on: connection)
                    .applying(change)
                try Self.replace(grants, user: user, client: client, on: connection)
                try AuditEvent(actor: actor, action: "grant.change", user: user, client: client)
                    .record(on: connection)
                try ChangeSQL.notify(of: user, on: connection)
                return grants
            }
        }
    }
}
