import HealthModel
import Postgres

/// Kept sums of hours, which are written with the quarter hours they come from.
extension TotalStore {
    /// Blocks read in one piece: 22 years, and 1.5 MB.
    private static let blockLimit: Int32 = 1000

    /// Adds the kept sums of a range of days, read in one statement, which sees one moment.
    ///
    /// False when a day is dirty, or when there are more rows than one piece holds.
    ///
    /// - Throws: `HealthStoreError.userNotFound`.
    func addSettledHours(
        days: ClosedRange<Int32>,
        to sums: inout BucketSums,
        on connection: Connection
    ) throws -> Bool {
        let blocks = HourBlock.numbers(of: days)
        let rows = try connection.run(
            HourTotalSQL.findSettled,
            range(days)
                + [.int4(blocks.lowerBound), .int4(blocks.upperBound), .int4(Self.blockLimit)]
        )
        // The user's stream is there as long as the user is.
        guard rows.rowCount > 0 else { throw HealthStoreError.userNotFound }
        guard !rows.bool(0, 2), rows.rowCount < Int(Self.blockLimit) else { return false }
        if !rows.isNull(0, 0) { Self.add(rows, to: &sums) }
        return true
    }

    /// Adds the kept sums of a range of days, piece by piece.
    func addHours(
        days: ClosedRange<Int32>,
        to sums: inout BucketSums,
        on connection: Connection
    ) throws {
        var blocks = HourBlock.numbers(of: days)
        while true {
            let rows = try self.blocks(blocks, limit: Self.blockLimit, on: connection)
            Self.add(rows, to: &sums)
            guard rows.rowCount == Int(Self.blockLimit) else { return }
            let next = rows.int4(rows.rowCount - 1, 0) + 1
            guard next <= blocks.upperBound else { return }
            blocks = next...blocks.upperBound
        }
    }

    /// Reads kept sums by day, for those who check them.
    func hours(
        of days: ClosedRange<Int32>,
        on connection: Connection
    ) throws -> [Int32: [Double?]] {
        let numbers = HourBlock.numbers(of: days)
        let rows = try blocks(numbers, limit: Int32(numbers.count), on: connection)
        var hours: [Int32: [Double?]] = [:]
        for row in 0..<rows.rowCount {
            let first = rows.int4(row, 0) * HourBlock.days
            let values = rows.withBytea(row, 1) { bytes in
                (0..<HourBlock.count(of: bytes)).map { HourBlock.value($0, of: bytes) }
            }
            for day in days.clamped(to: first...first + HourBlock.days - 1) {
                let start = Int(day - first) * TotalDay.hours
                hours[day] = values[start..<start + TotalDay.hours].map { $0.isNaN ? nil : $0 }
            }
        }
        return hours
    }

    /// The statements that keep the hours of adjacent days, given the sums of their quarter hours.
    func hourSteps(days: ClosedRange<Int32>, quarters: [Double?]) -> [PipelineStep] {
        HourBlock.numbers(of: days).map { block in
            let whole = block * HourBlock.days...block * HourBlock.days + HourBlock.days - 1
            let part = days.clamped(to: whole)
            let first = Int(part.lowerBound - days.lowerBound) * TotalDay.quarters
            let sums = Array(quarters[first..<first + part.count * TotalDay.quarters])
            return (
                HourTotalSQL.upsert,
                [
                    .int8(user.number), .int2(type.id), .int4(block), .bytea(HourBlock.empty),
                    .bytea(HourBlock.bytes(of: HourBlock.hours(ofQuarters: sums))),
                    .int4(Int32(HourBlock.offset(of: part.lowerBound) + 1)),
                ]
            )
        }
    }

    private func blocks(
        _ numbers: ClosedRange<Int32>,
        limit: Int32,
        on connection: Connection
    ) throws -> QueryResult {
        try connection.run(HourTotalSQL.list, range(numbers) + [.int4(limit)])
    }

    private static func add(_ rows: QueryResult, to sums: inout BucketSums) {
        for row in 0..<rows.rowCount {
            let start = HourBlock.start(rows.int4(row, 0))
            rows.withBytea(row, 1) { sums.add(hours: $0, from: start) }
        }
    }
}

/// Statements about kept sums of hours.
enum HourTotalSQL {
    /// Writes the values of some days of a block into their place (counted from 1).
    static let upsert = Statement(
        "hourTotals.upsert",
        """
        INSERT INTO hour_totals AS h (user_id, type_id, block, sums)
        VALUES ($1, $2, $3, overlay($4, $5, $6))
        ON CONFLICT (user_id, type_id, block) DO UPDATE
        SET sums = overlay(h.sums, $5, $6)
        """
    )

    static let list = Statement(
        "hourTotals.list",
        """
        SELECT h.block, h.sums
        FROM hour_totals AS h
        WHERE h.user_id = $1 AND h.type_id = $2 AND h.block BETWEEN $3 AND $4
        ORDER BY h.block
        LIMIT $5
        """
    )

    /// Blocks, with whether a day of theirs is marked; one row without a block where there is none.
    ///
    /// One statement instead of a transaction of five: it sees one moment by itself.
    static let findSettled = Statement(
        "hourTotals.findSettled",
        """
        SELECT h.block, h.sums,
            EXISTS (
                SELECT 1
                FROM dirty_days AS d
                WHERE d.user_id = $1 AND d.type_id = $2 AND d.day BETWEEN $3 AND $4
            )
        FROM user_streams AS st
        LEFT JOIN hour_totals AS h
            ON h.user_id = $1 AND h.type_id = $2 AND h.block BETWEEN $5 AND $6
        WHERE st.user_id = $1
        ORDER BY h.block
        LIMIT $7
        """
    )

    static let statements = [upsert, list, findSettled]
}
