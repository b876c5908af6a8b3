import Postgres

/// What a batch leaves behind beside its samples: who recorded what, and days to settle.
struct BatchTraces {
    private var sources: Set<TypedNumber> = []
    private var days: Set<TypedNumber> = []
    private var latest: (typeID: Int16, days: ClosedRange<Int32>)?

    private struct TypedNumber: Hashable {
        let typeID: Int16
        let number: Int32
    }

    /// Notes a sample that is stored.
    mutating func note(_ sample: NewSample, source: Int32) {
        sources.insert(TypedNumber(typeID: sample.typeID, number: source))
        guard TotalDay.isKept(for: sample.typeID) else { return }
        let touched = TotalDay.days(from: sample.start, to: sample.end)
        // Samples come in order as a rule: most touch the day that the one before touched.
        if let latest, latest == (sample.typeID, touched) { return }
        latest = (sample.typeID, touched)
        for day in touched {
            days.insert(TypedNumber(typeID: sample.typeID, number: day))
        }
    }

    /// The binds of `SourceSQL.insertTypes`.
    func sourceBinds(user: UserID, client: ClientID) -> [Bind] {
        let pairs = Array(sources)
        return [
            .int8(user.number), .int2Array(pairs.map(\.typeID)),
            .int4Array(pairs.map(\.number)), .int4(client.number),
        ]
    }

    /// The binds of `DirtyDaySQL.insert`.
    func dirtyBinds(user: UserID) -> [Bind] {
        let pairs = Array(days)
        return [
            .int8(user.number), .int2Array(pairs.map(\.typeID)),
            .int4Array(pairs.map(\.number)),
        ]
    }
}
