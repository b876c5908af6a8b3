package import HealthModel

/// What the totals of a person's days have to be, from what the generator knows.
///
/// Goes day by day and looks two days around each: no sample reaches farther, and no two zones are
/// farther apart.
package struct Reckoning: Sendable {
    private let life: SimulatedLife
    private let standings: Standings
    /// Whether days of recorded zones are told, too: of those who were in other zones.
    package let hasRecordedDays: Bool

    /// Prepares the totals of a person's days.
    package init(of life: SimulatedLife) {
        self.life = life
        standings = Standings(of: life.person)
        hasRecordedDays = life.person.itinerary.isAway(in: life.days)
    }

    /// Tells what is expected, day by day; answers the identifiers that are known no more.
    package func tell(_ body: (ExpectedDay) throws -> Void) rethrows -> [SampleID] {
        var window: [Int: [Measure: [Fact]]] = [:]
        var gone: [SampleID] = []
        for day in life.days {
            for near in life.days.clamped(to: day - 2..<day + 3) where window[near] == nil {
                window[near] = facts(of: near, &gone)
            }
            window[day - 3] = nil
            let days = window.sorted { $0.key < $1.key }.map(\.value)
            for measure in Measure.allCases {
                let own = days.flatMap { $0[measure] ?? [] }
                try body(home(day, measure, own))
                guard hasRecordedDays, measure.kind != .count, measure.kind != .extremes else {
                    continue
                }
                try body(recorded(day, measure, own))
            }
        }
        return gone
    }

    private func facts(of day: Int, _ gone: inout [SampleID]) -> [Measure: [Fact]] {
        var facts: [Fact] = []
        for (index, gadget) in life.person.gadgets.enumerated() {
            let recorded = life.person.day(day, of: gadget)
            gone += recorded.gone
            for draft in recorded.remaining { facts += Fact.all(in: draft, gadget: index) }
        }
        return Dictionary(grouping: facts, by: \.measure)
    }

    private func home(_ day: Int, _ measure: Measure, _ facts: [Fact]) -> ExpectedDay {
        let zone = life.person.home
        let start = DayClock.midnight(of: day, in: zone)
        let end = DayClock.midnight(of: day + 1, in: zone)
        let placed = facts.map { (fact: $0, start: $0.start, end: $0.end) }
        let reckoner = DayReckoner(
            measure: measure,
            rank: standings.ranks(of: measure),
            start: start,
            end: end
        )
        var expected = ExpectedDay(type: measure.name, day: CivilDate(daysSince1970: day))
        reckoner.fill(&expected, placed, names: names)
        expected.count = facts.count { start <= $0.start && $0.start < end }
        return expected
    }

    private func recorded(_ day: Int, _ measure: Measure, _ facts: [Fact]) -> ExpectedDay {
        let placed = facts.map { fact in
            let span = Self.wallClock(of: fact)
            return (fact: fact, start: span.start, end: span.end)
        }
        let reckoner = DayReckoner(
            measure: measure,
            rank: standings.ranks(of: measure),
            start: Int64(day) * 86_400,
            end: Int64(day + 1) * 86_400
        )
        var expected = ExpectedDay(
            type: measure.name,
            isRecorded: true,
            day: CivilDate(daysSince1970: day)
        )
        reckoner.fill(&expected, placed, names: names)
        return expected
    }

    private var names: [String] { life.person.gadgets.map(\.device.name) }

    /// Where the clocks on the walls place a sample: each end by its own offset, unless the clock
    /// went back by as much as the sample lasted or more; then it keeps its length.
    private static func wallClock(of fact: Fact) -> (start: Int64, end: Int64) {
        let start = fact.start + fact.offsets.start
        if fact.start == fact.end { return (start, start) }
        let end = fact.end + fact.offsets.end
        return end > start ? (start, end) : (start, start + fact.end - fact.start)
    }
}
