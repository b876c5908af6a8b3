/// How statements find the rows of many samples: one by one, each by its own key.
///
/// Asked for all at once (`uuid = ANY($2)`), the planner reads every sample of a user whom its
/// statistics do not know and whom it therefore takes for small, which a first push makes large.
/// With its `OFFSET` the look-up is neither joined in another order nor turned into such a scan.
enum SampleRows {
    /// The identifiers of `$2`, each once, as `x`.
    static let identifiers = "(SELECT DISTINCT u.uuid FROM unnest($2::uuid[]) AS u (uuid)) AS x"

    /// Looks samples `k` up for each `x`, under an alias of their own.
    static func lookup(_ columns: String, where condition: String, as alias: String) -> String {
        """
        CROSS JOIN LATERAL (
            SELECT \(columns)
            FROM samples AS k
            WHERE k.user_id = $1 AND \(condition)
            OFFSET 0
        ) AS \(alias)
        """
    }

    /// Looks up for each `x` the rows of samples `s` that a statement changes.
    ///
    /// They are changed where they were found, as nothing but their place would keep the planner
    /// from joining all of the user's samples. The lock of the user's stream keeps them there.
    static func toChange(where condition: String) -> String {
        """
        \(lookup("k.user_id, k.ctid AS place", where: condition, as: "f"))
        WHERE s.user_id = $1 AND f.user_id = $1 AND s.ctid = f.place
        """
    }
}
