import Postgres

extension HealthStore {
    /// Refuses what was allowed to a client before: nothing else is touched, and what was never
    /// decided stays so.
    ///
    /// - Parameter types: the types, share and read apart; `Grants.everythingElse` among them takes
    ///   back what holds for types without a decision of their own.
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
                _ = try connection.run(
                    TakingBackSQL.refuse,
                    [
                        .int8(user.number), .int4(client.number),
                        .int2Array(types.share), .int2Array(types.read),
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
    static let refuse = Statement(
        "grants.takeBack",
        """
        UPDATE grants AS g
        SET may_share = CASE WHEN g.type_id = ANY($3::int2[]) THEN false ELSE g.may_share END,
            may_read = CASE WHEN g.type_id = ANY($4::int2[]) THEN false ELSE g.may_read END,
            decided_at = now()
        WHERE g.user_id = $1 AND g.client_id = $2 AND g.type_id = ANY($3::int2[] || $4::int2[])
            AND (g.type_id = ANY($3::int2[]) AND g.may_share
                OR g.type_id = ANY($4::int2[]) AND g.may_read)
        """
    )

    static let statements = [refuse]
}
