import HealthModel
import Postgres

/// The check of the kept totals of a type against its samples, stretch by stretch.
struct TotalsVerification {
    /// What one stretch gave.
    struct Stretch {
        var days = 0
        var busyDays = 0
        var findings: [VerificationFinding] = []
        /// The share of the type that is done, 0 to 1.
        var share = 1.0
    }

    private let user: UserID
    private let type: QuantityType
    private let store: TotalStore
    private let connection: Connection

    /// Days looked at in one snapshot.
    private static let stretchLength: Int32 = 31
    /// How often a stretch is settled before what is still marked is given up as busy.
    private static let attempts = 3
    /// Days farther off than this have no place on the axis of microseconds.
    private static let farthest: Int32 = 100_000_000

    /// Takes on a type; nil for one whose totals are not kept.
    init?(user: UserID, typeID: Int16, connection: Connection) {
        guard TotalDay.isKept(for: typeID), let type = Catalogue.quantityType(id: typeID) else {
            return nil
        }
        self.user = user
        self.type = type
        self.connection = connection
        store = TotalStore(user: user, type: type)
    }

    /// Goes through all days with samples or totals and tells of each stretch.
    func run(isRepairing: Bool, _ tell: (Stretch) -> Void) throws {
        let last = try lastDay()
        var first: Int32?
        var next = try nextDay(from: -Self.farthest)
        while let start = next {
            let origin = first ?? start
            first = origin
            let days = start...min(start + Self.stretchLength - 1, Self.farthest)
            var stretch = try verified(days, isRepairing: isRepairing)
            stretch.share = Double(days.upperBound - origin) / Double(max(1, last - origin))
            stretch.share = min(1, max(0, stretch.share))
            tell(stretch)
            guard days.upperBound < Self.farthest else { return }
            next = try nextDay(from: days.upperBound + 1)
        }
    }

    /// Compares a stretch, and repairs it if asked to.
    private func verified(_ days: ClosedRange<Int32>, isRepairing: Bool) throws -> Stretch {
        var stretch = try compared(days)
        guard isRepairing, !stretch.findings.isEmpty else { return stretch }
        let wrong = Set(stretch.findings.compactMap(\.quarter)).map {
            Int32($0.quotientRoundedDown(by: TotalDay.length))
        }
        try markAndSettle(Set(wrong).sorted(), within: days)
        let left = Set(try compared(days).findings.compactMap(\.quarter))
        stretch.findings = stretch.findings.map { finding in
            finding.with { $0.isRepaired = $0.quarter.map { !left.contains($0) } ?? false }
        }
        return stretch
    }

    /// Compares in one snapshot in which no day is marked, or in the last that was tried.
    private func compared(_ days: ClosedRange<Int32>) throws -> Stretch {
        for _ in 1..<Self.attempts {
            let stretch = try connection.transaction(.snapshot) { () -> Stretch? in
                let dirty = try store.dirtyDays(in: days, limit: 1, on: connection)
                return dirty.isEmpty ? try compare(days, without: []) : nil
            }
            if let stretch { return stretch }
            try settle(days)
        }
        return try connection.transaction(.snapshot) {
            let dirty = try store.dirtyDays(in: days, limit: days.count, on: connection)
            return try compare(days, without: Set(dirty))
        }
    }

    private func settle(_ days: ClosedRange<Int32>) throws {
        var isSettled = false
        while !isSettled {
            isSettled = try connection.transaction { try store.settle(days: days, on: connection) }
        }
    }

    private func markAndSettle(_ wrong: [Int32], within days: ClosedRange<Int32>) throws {
        try connection.transaction {
            try HealthStore.lockStream(of: user, on: connection)
            _ = try connection.run(
                DirtyDaySQL.insert,
                [
                    .int8(user.number), .int2Array(wrong.map { _ in type.id }), .int4Array(wrong),
                ]
            )
        }
        try settle(days)
    }

    /// Computes the sums of a stretch anew and compares them with those that are kept.
    private func compare(
        _ days: ClosedRange<Int32>,
        without busy: Set<Int32>
    ) throws -> Stretch {
        let kept = try keptSums(days)
        let keptHours = try store.hours(of: days, on: connection)
        let ranks = try HealthStore.ranks(user: user, typeID: type.id, on: connection)
        let sums = try QuarterSums(user: user, type: type, ranks: ranks).sums(
            from: Int64(days.lowerBound) * TotalDay.length,
            to: (Int64(days.upperBound) + 1) * TotalDay.length,
            on: connection
        )
        var stretch = Stretch()
        for (offset, day) in days.enumerated() {
            let first = offset * TotalDay.quarters
            let computed = Array(sums[first..<first + TotalDay.quarters])
            let hours = keptHours[day] ?? []
            let isBare = kept[day] == nil && !hours.contains { $0 != nil }
            if busy.contains(day) {
                stretch.busyDays += 1
            } else if !isBare || computed.contains(where: { $0 != nil }) {
                stretch.days += 1
                let quarters = differences(day, TotalDay.quarter, kept[day] ?? [], computed)
                stretch.findings += quarters
                stretch.findings += differences(
                    day,
                    TotalDay.hour,
                    hours,
                    HourBlock.hours(ofQuarters: computed)
                ).filter { hour in !quarters.contains { $0.lies(inHourOf: hour) } }
            }
        }
        return stretch
    }

    private func keptSums(_ days: ClosedRange<Int32>) throws -> [Int32: [Double?]] {
        let rows = try connection.run(
            DayTotalSQL.list,
            store.range(days) + [.int4(Int32(days.count))]
        )
        return Dictionary(
            uniqueKeysWithValues: (0..<rows.rowCount).map {
                (rows.int4($0, 0), rows.float8Array($0, 1))
            }
        )
    }

    /// Compares the pieces of a day bit by bit; no row keeps nothing.
    private func differences(
        _ day: Int32,
        _ length: Int64,
        _ kept: [Double?],
        _ computed: [Double?]
    ) -> [VerificationFinding] {
        computed.indices.compactMap { piece in
            let stored = kept.isEmpty ? nil : kept[piece]
            guard stored?.bitPattern != computed[piece]?.bitPattern else { return nil }
            let kind: VerificationFinding.Kind =
                if stored == nil {
                    .keptSumMissing
                } else if computed[piece] == nil {
                    .keptSumWithoutData
                } else {
                    .keptSumDiffers
                }
            return VerificationFinding(kind, user: user, typeID: type.id).with {
                $0.quarter = Int64(day) * TotalDay.length + Int64(piece) * length
                $0.stored = stored
                $0.expected = computed[piece]
            }
        }
    }

    /// The first day from `day` on that may have samples or totals.
    private func nextDay(from day: Int32) throws -> Int32? {
        let rows = try connection.run(
            VerificationSQL.nextDay,
            [
                .int8(user.number), .int2(type.id), .int4(day),
                .int8(Int64(day) * TotalDay.length), .int4(HourBlock.number(of: day)),
            ]
        )
        let starts = [rows.optionalInt8(0, 1), rows.optionalInt8(0, 2)].compactMap { $0 }
        var days = starts.map { max(day, Int32($0.quotientRoundedDown(by: TotalDay.length))) }
        days += [rows.optionalInt4(0, 0)].compactMap { $0 }
        days += [rows.optionalInt4(0, 3)].compactMap { $0 }.map { max(day, $0 * HourBlock.days) }
        let next = days.min()
        return next.flatMap { $0 <= Self.farthest ? $0 : nil }
    }

    private func lastDay() throws -> Int32 {
        try connection.run(VerificationSQL.lastDay, [.int8(user.number), .int2(type.id)])
            .optionalInt4(0, 0) ?? 0
    }
}

extension VerificationFinding {
    /// Whether a quarter hour that was found belongs to an hour that was found.
    fileprivate func lies(inHourOf hour: VerificationFinding) -> Bool {
        guard let quarter, let start = hour.quarter else { return false }
        return (start..<start + TotalDay.hour).contains(quarter)
    }
}
