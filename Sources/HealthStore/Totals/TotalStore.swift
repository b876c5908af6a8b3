import HealthModel
import Postgres

/// The kept totals of one user and type.
///
/// A write marks the days it touches; whoever reads next settles them first, under the lock of the
/// user's stream, from the samples alone. So a total is never older than the samples it stands
/// for, and what is kept is always what the rule gives.
struct TotalStore {
    let user: UserID
    let type: QuantityType

    /// Days settled in one transaction, so that the lock is never held for long.
    static let settleLimit = 64
    /// The same in the background: fewer, as a writer may have to wait that long for the lock, and
    /// nobody waits for the settling itself.
    static let backgroundLimit = 16
    /// Adjacent days computed from one load.
    private static let runLimit = 8
    /// Rows of kept totals read in one piece, which bounds the memory a read takes.
    private static let readLimit: Int32 = 1000

    /// Reads the kept sums of a range of days in one round trip.
    ///
    /// Nil when a day is dirty, or when there are more rows than one piece holds.
    ///
    /// - Throws: `HealthStoreError.userNotFound`.
    func settledTotals(
        days: ClosedRange<Int32>,
        on connection: Connection
    ) throws -> QueryResult? {
        defer { connection.rollbackIfNeeded() }
        let answers = try connection.pipeline([
            (.beginSnapshot, []),
            (UserSQL.find, [.int8(user.number)]),
            (DirtyDaySQL.list, range(days) + [.int4(1)]),
            (DayTotalSQL.list, range(days) + [.int4(Self.readLimit)]),
            (.commit, []),
        ])
        guard answers[1].rowCount == 1 else { throw HealthStoreError.userNotFound }
        let isWhole = answers[2].rowCount == 0 && answers[3].rowCount < Int(Self.readLimit)
        return isWhole ? answers[3] : nil
    }

    /// Runs a read of totals at one moment at which none of the days it needs is dirty.
    func read<T>(
        days: ClosedRange<Int32>,
        on connection: Connection,
        _ body: () throws -> T
    ) throws -> T {
        let settled = try connection.transaction(.snapshot) { () -> T? in
            guard try dirtyDays(in: days, limit: 1, on: connection).isEmpty else { return nil }
            return try body()
        }
        if let settled { return settled }
        while true {
            let result = try connection.transaction { () -> T? in
                guard try settle(days: days, on: connection) else { return nil }
                return try body()
            }
            if let result { return result }
        }
    }

    /// Settles some of the dirty days of a range; true when none is left.
    ///
    /// Runs inside a transaction of its caller, which holds the stream's lock until it ends.
    func settle(days: ClosedRange<Int32>, on connection: Connection) throws -> Bool {
        _ = try connection.run(StreamSQL.lock, [.int8(user.number)])
        let limit = Self.settleLimit
        return try settleSome(days: days, limit: limit, on: connection) < limit
    }

    /// Settles some of all dirty days if nobody else has the stream, and answers how many; nil when
    /// somebody has it.
    ///
    /// Runs inside a transaction of its caller. `backgroundLimit` days mean that there may be more.
    func settleIfFree(on connection: Connection) throws -> Int? {
        let days = Int32.min...Int32.max
        guard try !dirtyDays(in: days, limit: 1, on: connection).isEmpty else { return 0 }
        let lock = try connection.run(SettlingSQL.lockIfFree, [.int8(user.number)])
        guard lock.rowCount == 1 else { return nil }
        return try settleSome(days: days, limit: Self.backgroundLimit, on: connection)
    }

    /// Settles some of the dirty days of a range, under the stream's lock; answers how many.
    private func settleSome(
        days: ClosedRange<Int32>,
        limit: Int,
        on connection: Connection
    ) throws -> Int {
        let dirty = try dirtyDays(in: days, limit: limit, on: connection)
        guard !dirty.isEmpty else { return 0 }
        let ranks = try HealthStore.ranks(user: user, typeID: type.id, on: connection)
        for run in Self.runs(of: dirty) {
            try settle(run: run, ranks, on: connection)
        }
        _ = try connection.run(
            DirtyDaySQL.clear,
            [.int8(user.number), .int2(type.id), .int4Array(dirty)]
        )
        return dirty.count
    }

    /// Reads the kept sums of a range of days, piece by piece.
    ///
    /// Days without a row take no time, however long the range.
    func forEachQuarter(
        days: ClosedRange<Int32>,
        on connection: Connection,
        _ body: (_ start: Int64, _ sum: Double) -> Void
    ) throws {
        var first = days.lowerBound
        while first <= days.upperBound {
            let rows = try connection.run(
                DayTotalSQL.list,
                range(first...days.upperBound) + [.int4(Self.readLimit)]
            )
            Self.forEachQuarter(rows, body)
            guard rows.rowCount == Int(Self.readLimit) else { return }
            first = rows.int4(rows.rowCount - 1, 0) + 1
        }
    }

    /// Goes through kept sums day by day.
    static func forEachQuarter(
        _ rows: QueryResult,
        _ body: (_ start: Int64, _ sum: Double) -> Void
    ) {
        for row in 0..<rows.rowCount {
            let start = Int64(rows.int4(row, 0)) * TotalDay.length
            for (index, sum) in rows.float8Array(row, 1).enumerated() {
                guard let sum else { continue }
                body(start + Int64(index) * TotalDay.quarter, sum)
            }
        }
    }

    /// The binds that select a range of days of the type.
    func range(_ days: ClosedRange<Int32>) -> [Bind] {
        [
            .int8(user.number), .int2(type.id), .int4(days.lowerBound), .int4(days.upperBound),
        ]
    }

    /// The first of the marked days in a range, ascending.
    func dirtyDays(
        in days: ClosedRange<Int32>,
        limit: Int,
        on connection: Connection
    ) throws -> [Int32] {
        let rows = try connection.run(DirtyDaySQL.list, range(days) + [.int4(Int32(limit))])
        return (0..<rows.rowCount).map { rows.int4($0, 0) }
    }

    /// Computes the totals of adjacent days anew from their samples.
    private func settle(
        run days: ClosedRange<Int32>,
        _ ranks: SourceRanks,
        on connection: Connection
    ) throws {
        let start = Int64(days.lowerBound) * TotalDay.length
        let sums = try QuarterSums(user: user, type: type, ranks: ranks).sums(
            from: start,
            to: start + Int64(days.count) * TotalDay.length,
            on: connection
        )
        try connection.pipeline(
            days.enumerated().map { offset, day in
                let first = offset * TotalDay.quarters
                return step(day: day, sums: Array(sums[first..<first + TotalDay.quarters]))
            } + hourSteps(days: days, quarters: sums)
        ).forEach { _ in }
    }

    private func step(day: Int32, sums: [Double?]) -> (statement: Statement, binds: [Bind]) {
        let key: [Bind] = [.int8(user.number), .int2(type.id), .int4(day)]
        // A day without data needs no row; without one a new ranking has nothing to settle either,
        // unless samples are there and switched off, which keeps the row of nulls.
        return (DayTotalSQL.upsert, key + [.optionalFloat8Array(sums)])
    }

    private static func runs(of days: [Int32]) -> [ClosedRange<Int32>] {
        var runs: [ClosedRange<Int32>] = []
        for day in days {
            if let last = runs.last, last.upperBound + 1 == day, last.count < runLimit {
                runs[runs.count - 1] = last.lowerBound...day
            } else {
                runs.append(day...day)
            }
        }
        return runs
    }
}

/// Statements about kept totals.
enum DayTotalSQL {
    static let upsert = Statement(
        "dayTotals.upsert",
        """
        INSERT INTO day_totals AS t (user_id, type_id, day, sums)
        VALUES ($1, $2, $3, $4)
        ON CONFLICT (user_id, type_id, day) DO UPDATE SET sums = excluded.sums
        """
    )

    static let list = Statement(
        "dayTotals.list",
        """
        SELECT t.day, t.sums
        FROM day_totals AS t
        WHERE t.user_id = $1 AND t.type_id = $2 AND t.day BETWEEN $3 AND $4
        ORDER BY t.day
        LIMIT $5
        """
    )

    static let statements = [upsert, list]
}
