import Postgres

/// How far the totals of a type have followed a new order of sources.
package struct SettlingProgress: Sendable, Hashable {
    /// The days that have data of the type.
    package let days: Int
    /// Those of them that are still to be settled.
    package let remaining: Int

    /// What is told where there is nothing to settle, or nothing to tell.
    package static let none = SettlingProgress(days: 0, remaining: 0)
}

extension HealthStore {
    /// Counts the days of a type, and those that are marked.
    static func settlingProgress(
        user: UserID,
        typeID: Int16,
        on connection: Connection
    ) throws -> SettlingProgress {
        let rows = try connection.run(SettlingSQL.progress, [.int8(user.number), .int2(typeID)])
        // No row means that the user has just been erased.
        guard rows.rowCount == 1 else { return .none }
        return SettlingProgress(
            days: Int(rows.int8(0, 0) + rows.int8(0, 2)),
            remaining: Int(rows.int8(0, 1))
        )
    }
}

/// Statements about what is still to be settled.
enum SettlingSQL {
    /// Finds marked pairs of all users: the one question about nobody in particular.
    ///
    /// The order is that of the table's key, so the scan ends with the page.
    static let listPairs = Statement(
        "settling.listPairs",
        """
        SELECT DISTINCT d.user_id, d.type_id
        FROM dirty_days AS d
        WHERE (d.user_id, d.type_id) > ($1, $2)
        ORDER BY d.user_id, d.type_id
        LIMIT $3
        """
    )

    /// Takes the user's stream if nobody has it; no row where somebody has, or it is gone.
    ///
    /// What is settled is derived from the samples and its marks go in the same transaction, so a
    /// crash that loses the commit loses nothing: no need to wait for the disk.
    static let lockIfFree = Statement(
        "settling.lockIfFree",
        """
        SELECT st.last_position, set_config('synchronous_commit', 'off', true)
        FROM user_streams AS st
        WHERE st.user_id = $1
        FOR UPDATE SKIP LOCKED
        """
    )

    /// Days with totals, marked days, and marked days that have no totals yet.
    static let progress = Statement(
        "settling.progress",
        """
        SELECT
            (
                SELECT count(*)
                FROM day_totals AS t
                WHERE t.user_id = $1 AND t.type_id = $2
            ),
            (
                SELECT count(*)
                FROM dirty_days AS d
                WHERE d.user_id = $1 AND d.type_id = $2
            ),
            (
                SELECT count(*)
                FROM dirty_days AS m
                LEFT JOIN day_totals AS k
                    ON k.user_id = $1 AND k.type_id = m.type_id AND k.day = m.day
                WHERE m.user_id = $1 AND m.type_id = $2 AND k.day IS NULL
            )
        FROM user_streams AS st
        WHERE st.user_id = $1
        """
    )

    static let statements = [listPairs, lockIfFree, progress]
}
