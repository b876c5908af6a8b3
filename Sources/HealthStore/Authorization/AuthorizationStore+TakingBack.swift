import Postgres

extension HealthStore {
    /// Refuses what is allowed to a client: nothing else is touched, and what was never decided stays
    /// so.
    ///
    /// - Parameter types: the types, share and read apart, also by what holds for all of them;
    ///   `Grants.everythingElse` takes that back itself.
    /// - Throws: `HealthStoreError.userNotFound`, `.clientNotFound`.
    package func takeBack(
        _ types: AskedTypes,
        user: UserID,
        client: ClientID,
        by actor: String
    ) async throws {
        try await pool.withConnection(as: .user(user)) { connection in
            try connection.transaction {
                try Self.lockStream(of: user, on: connection)
                try Self.requireClient(client, on: connection)
                let grants = try Self.grants(user: user, client: client, on: connection)
                let share = types.share.filter { grants.shareStatus(of: $0) == .sharingAuthorized }
                let read = types.read.filter(grants.mayRead)
                _ = try connection.run(
                    TakingBackSQL.refuse,
                    [
                        .int8(user.number), .int4(client.number), .int2Array(share),
                        .int2Array(read), .int2Array(Set(share + read).sorted()),
                    ]
                )
                try AuditEvent(actor: actor, action: "grant.takeBack", user: user, client: client)
                    .record(on: connection)
                // Whoever waits with an anchor of the former visibility has to be told.
                try ChangeSQL.notify(of: user, on: connection)
            }
        }
    }
}

extension Grants {
    /// The number that stands for all types without a decision of their own.
    package static let everythingElse: Int16 = 0

    /// What is allowed, share and read apart, with `everythingElse` where that is.
    package var allowed: AskedTypes {
        let decisions = byType.merging([Self.everythingElse: otherwise]) { own, _ in own }
        return AskedTypes(
            share: decisions.filter { $0.value.mayShare == true }.map(\.key),
            read: decisions.filter { $0.value.mayRead == true }.map(\.key)
        )
    }
}

/// Statements about what people take back.
enum TakingBackSQL {
    /// Refuses what is to be shared ($3) and to be read ($4) of some types ($5).
    ///
    /// A type that was only allowed by what holds for all of them gets a row of its own.
    static let refuse = Statement(
        "grants.takeBack",
        """
        INSERT INTO grants AS g (user_id, client_id, type_id, may_share, may_read)
        SELECT st.user_id, $2, d.type_id,
            CASE WHEN d.type_id = ANY($3::int2[]) THEN false END,
            CASE WHEN d.type_id = ANY($4::int2[]) THEN false END
        FROM user_streams AS st, unnest($5::int2[]) AS d (type_id)
        WHERE st.user_id = $1
        ON CONFLICT (user_id, client_id, type_id) DO UPDATE
        SET may_share = coalesce(excluded.may_share, g.may_share),
            may_read = coalesce(excluded.may_read, g.may_read),
            decided_at = now()
        """
    )

    static let statements = [refuse]
}
