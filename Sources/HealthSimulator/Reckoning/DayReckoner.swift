/// Reckons a day of a type on one axis.
struct DayReckoner {
    /// A stored sample and where it stands on the axis.
    typealias Placed = (fact: Fact, start: Int64, end: Int64)

    /// The type.
    let measure: Measure
    /// The rank of a sample; nil where its source is switched off.
    let rank: (Fact) -> Int?
    /// The first second of the day.
    let start: Int64
    /// The first second after it.
    let end: Int64

    /// Fills in what is expected but the count of samples.
    ///
    /// - Parameter names: The sources' names, by gadget.
    func fill(_ expected: inout ExpectedDay, _ placed: [Placed], names: [String]) {
        let near = placed.filter { $0.start < end && $0.end >= start }
        switch measure.kind {
        case .rate: fillRate(&expected, pieces(near), names)
        case .sum: fillSum(&expected, pieces(near), names)
        case .extremes: fillExtremes(&expected, near)
        case .duration: fillDurations(&expected, near)
        case .count: break
        }
    }

    private func pieces(_ placed: [Placed]) -> [SecondSweep.Piece] {
        placed.compactMap { fact, start, end in
            rank(fact).map { rank in
                SecondSweep.Piece(
                    start: start,
                    end: end,
                    rank: rank,
                    created: fact.created,
                    value: fact.value,
                    gadget: fact.gadget
                )
            }
        }
    }

    /// The hours of the day, from its start on.
    private var hours: [(start: Int64, end: Int64)] {
        stride(from: start, to: end, by: 3600).map { ($0, min($0 + 3600, end)) }
    }

    private func fillRate(
        _ expected: inout ExpectedDay,
        _ pieces: [SecondSweep.Piece],
        _ names: [String]
    ) {
        let sweep = SecondSweep(pieces, from: start, to: end)
        expected.figures["sum"] = .some(sweep.sum(from: start, to: end))
        expected.hours = hours.map { sweep.sum(from: $0.start, to: $0.end) }
        for (gadget, own) in Dictionary(grouping: pieces, by: \.gadget) {
            let sweep = SecondSweep(own, from: start, to: end)
            expected.sources[names[gadget]] = sweep.sum(from: start, to: end)
        }
    }

    /// Intakes are of instants, and all of them count.
    private func fillSum(
        _ expected: inout ExpectedDay,
        _ pieces: [SecondSweep.Piece],
        _ names: [String]
    ) {
        func sum(_ pieces: [SecondSweep.Piece], _ from: Int64, _ to: Int64) -> Double? {
            let inside = pieces.filter { from <= $0.start && $0.start < to }
            return inside.isEmpty ? nil : inside.reduce(0) { $0 + $1.value }
        }
        expected.figures["sum"] = .some(sum(pieces, start, end))
        expected.hours = hours.map { sum(pieces, $0.start, $0.end) }
        for (gadget, own) in Dictionary(grouping: pieces, by: \.gadget) {
            expected.sources[names[gadget]] = sum(own, start, end)
        }
    }

    private func fillExtremes(_ expected: inout ExpectedDay, _ placed: [Placed]) {
        let values = placed.filter { start <= $0.start && $0.start < end && rank($0.fact) != nil }
            .map(\.fact.value)
        expected.figures["min"] = .some(values.min())
        expected.figures["max"] = .some(values.max())
    }

    private func fillDurations(_ expected: inout ExpectedDay, _ placed: [Placed]) {
        let asleep: Set = ["asleepCore", "asleepDeep", "asleepREM"]
        let parts = [
            "duration": placed, "asleep": placed.filter { asleep.contains($0.fact.stage) },
        ]
        for (name, part) in parts {
            let sweep = SecondSweep(pieces(part), from: start, to: end)
            expected.figures[name] = .some(sweep.duration(from: start, to: end))
        }
    }
}
