import HealthModel
import Postgres

/// The days merged totals are kept in: UTC days, cut into 96 quarter hours.
///
/// Quarter hours cut every zone in use exactly. Sums of a day are computed from its samples as a
/// whole, which is right because the merge is local in time (rule 3).
enum TotalDay {
    /// A day in microseconds.
    static let length: Int64 = 86_400_000_000
    /// A quarter hour in microseconds.
    static let quarter: Int64 = 900_000_000
    /// Quarter hours in a day.
    static let quarters = 96
    /// An hour in microseconds.
    static let hour: Int64 = 3_600_000_000
    /// Hours in a day.
    static let hours = 24

    /// Whether totals of a type are kept: those that add up.
    static func isKept(for typeID: Int16) -> Bool {
        (Catalogue.quantityType(id: typeID)?.merge ?? MergeBehavior.none) != MergeBehavior.none
    }

    /// The days a sample touches; an impulse touches the day of its instant.
    static func days(from start: Int64, to end: Int64) -> ClosedRange<Int32> {
        let first = start.quotientRoundedDown(by: length)
        let last = max(start, end - 1).quotientRoundedDown(by: length)
        return Int32(first)...Int32(last)
    }
}

/// Marks of days whose totals lag behind their samples.
enum DirtyDaySQL {
    static let insert = Statement(
        "dirtyDays.insert",
        """
        INSERT INTO dirty_days AS d (user_id, type_id, day)
        SELECT st.user_id, x.type_id, x.day
        FROM user_streams AS st, unnest($2::int2[], $3::int4[]) AS x (type_id, day)
        WHERE st.user_id = $1
        ON CONFLICT DO NOTHING
        """
    )

    /// Marks every day of a type that has totals: its ranking changed.
    static let insertAll = Statement(
        "dirtyDays.insertAll",
        """
        INSERT INTO dirty_days AS d (user_id, type_id, day)
        SELECT t.user_id, t.type_id, t.day
        FROM day_totals AS t
        WHERE t.user_id = $1 AND t.type_id = $2
        ON CONFLICT DO NOTHING
        """
    )

    static let list = Statement(
        "dirtyDays.list",
        """
        SELECT d.day
        FROM dirty_days AS d
        WHERE d.user_id = $1 AND d.type_id = $2 AND d.day BETWEEN $3 AND $4
        ORDER BY d.day
        LIMIT $5
        """
    )

    static let clear = Statement(
        "dirtyDays.clear",
        """
        DELETE FROM dirty_days AS d
        WHERE d.user_id = $1 AND d.type_id = $2 AND d.day = ANY($3)
        """
    )

    static let statements = [insert, insertAll, list, clear]
}
