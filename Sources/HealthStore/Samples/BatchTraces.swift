import Postgres

/// What a change leaves behind beside its samples: who recorded what, and days to settle.
struct BatchTraces {
    /// Where the batch last gave a source a name, among samples of one type.
    private var sources: [TypedNumber: (name: String, position: Int64)?] = [:]
    /// How many samples of a type a source gains.
    private var counts: [TypedNumber: Int64] = [:]
    private var days: Set<TypedNumber> = []
    private var latest: (typeID: Int16, days: ClosedRange<Int32>)?

    private struct TypedNumber: Hashable {
        let typeID: Int16
        let number: Int32
    }

    /// Notes a sample that is stored at a position, which is above those noted before.
    mutating func note(_ sample: NewSample, source: Int32, name: String?, at position: Int64) {
        let key = TypedNumber(typeID: sample.typeID, number: source)
        counts[key, default: 0] += 1
        if let name {
            sources[key] = (name, position)
        } else if sources[key] == nil {
            sources[key] = .some(nil)
        }
        noteDays(of: SampleContent(sample, source: source))
    }

    /// Notes the days whose totals a sample changes, by coming, going or being recorded later.
    mutating func noteDays(of sample: SampleContent) {
        guard TotalDay.isKept(for: sample.typeID) else { return }
        let touched = TotalDay.days(from: sample.start, to: sample.end)
        // Samples come in order as a rule: most touch the day that the one before touched.
        if let latest, latest == (sample.typeID, touched) { return }
        latest = (sample.typeID, touched)
        for day in touched {
            days.insert(TypedNumber(typeID: sample.typeID, number: day))
        }
    }

    /// The binds of `SourceSQL.insertTypes`, in a transaction that found the stream at a position.
    func sourceBinds(user: UserID, client: ClientID, after position: Int64) -> [Bind] {
        let pairs = Array(sources)
        return [
            .int8(user.number), .int2Array(pairs.map(\.key.typeID)),
            .int4Array(pairs.map(\.key.number)), .int4(client.number),
            .optionalTextArray(pairs.map { $0.value?.name }),
            .optionalInt8Array(pairs.map { $0.value.map { $0.position - position } }),
            .int8Array(pairs.map { counts[$0.key] ?? 0 }),
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
