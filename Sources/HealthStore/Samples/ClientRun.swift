/// The runs of samples in the indexes: within a user and a type, those of one client stand together.
///
/// Statements that read by time go from run to run: for each one that the reader may look at, they
/// ask its samples in a LATERAL. So what an answer costs does not depend on samples of clients
/// that its reader may not see. Clients of which the index has the same bits share a run, so that
/// the client itself is compared, too, wherever it matters.
///
/// `source_types` names the clients. Each has a row there as long as it has samples, as both are
/// written under the lock of the stream, in one transaction: else its samples would not be found.
enum ClientRun {
    /// The bits of a client that the indexes have, of a row that has no column for them.
    ///
    /// A run has them as a column of its own: computed where samples are asked for, they would count
    /// as a function of the other row, which row-level security keeps away from the index.
    static func bits(_ alias: String) -> String {
        "(\(alias).client_id & 32767)::smallint"
    }

    /// What holds for the samples of a run.
    static func holds(_ alias: String) -> String { "\(alias).client_bits = run.client_bits" }

    /// The runs of the type `$2`, as `run`, of all clients.
    static let all = list(where: "true")

    /// The same; only the one of a client, if the bind is one.
    static func list(ofClient bind: String) -> String {
        list(where: "(\(bind)::int4 IS NULL OR t.client_id = \(bind))")
    }

    /// The runs of the correlations `$2`: of all clients, or of those with one that a client may see.
    static func list(seenBy client: String, contained types: String) -> String {
        list(
            where: """
                (
                        \(client)::int4 IS NULL OR t.client_id = \(client)
                        OR \(mayHold(types))
                    )
                """
        )
    }

    /// Whether a correlation of the client of `t` can hold samples of some types.
    ///
    /// Whatever it holds was saved by the same client.
    static func mayHold(_ types: String) -> String {
        """
        EXISTS (
                SELECT 1
                FROM source_types AS m
                WHERE m.user_id = $1 AND m.client_id = t.client_id
                    AND m.type_id = ANY(\(types)::int2[])
            )
        """
    }

    private static func list(where condition: String) -> String {
        """
        (
                SELECT DISTINCT \(bits("t")) AS client_bits
                FROM source_types AS t
                WHERE t.user_id = $1 AND t.type_id = $2 AND \(condition)
            ) AS run
        """
    }
}
