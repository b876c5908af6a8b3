/// The runs of samples in the indexes: within a user and a type, those of one client stand together.
///
/// Statements that read by time go from run to run: of each one that the reader may look at, they
/// ask for its samples in a LATERAL. So what an answer costs does not depend on samples of clients
/// that its reader may not see. Clients of which the indexes have the same bits share a run, so
/// that the client itself is compared, too, wherever it matters.
///
/// `source_types` names the clients. Each has a row there as long as it has samples, since both are
/// written under the lock of the stream, in one transaction. Without it they would not be found.
enum ClientRun {
    /// The bits of a client that the indexes have, of a row that has no column for them.
    ///
    /// A run has them as a column of its own: computed where samples are asked for, they would count
    /// as a function of the other row, which row-level security keeps away from the index.
    static func bits(_ alias: String) -> String {
        "(\(alias).client_id & 32767)::smallint"
    }

    /// What holds for the samples of a `run`.
    static func holds(_ alias: String) -> String { "\(alias).client_bits = run.client_bits" }

    /// Each `run` of the type `$2`.
    static let all = list(where: "true")

    /// Each `run` of the type `$2`; of one client only, if the bind names one.
    static func list(ofClient bind: String) -> String {
        list(where: "(\(bind)::int4 IS NULL OR t.client_id = \(bind))")
    }

    /// Each `run` of the correlations `$2`; if the bind names a client, those where there may be one
    /// that it sees.
    static func list(seenBy bind: String, contained types: String) -> String {
        list(
            where: """
                (
                    \(bind)::int4 IS NULL OR t.client_id = \(bind)
                    OR \(mayHold(types))
                )
                """
        )
    }

    /// Whether a correlation of the client of `t` may hold a sample of some types.
    ///
    /// Whatever it holds was saved by the same client.
    static func mayHold(_ types: String) -> String {
        """
        EXISTS (
            SELECT 1
            FROM source_types AS m
            WHERE m.user_id = $1 AND m.client_id = t.client_id AND m.type_id = ANY(\(types)::int2[])
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
