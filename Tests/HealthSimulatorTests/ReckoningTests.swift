import HealthModel
import MergeEngine
import MergeOracle
import TestSupport
import Testing

@testable import HealthSimulator

/// The truth about totals agrees with the rules read aloud, which share nothing with it.
@Suite("The truth about totals", .offPool)
struct ReckoningTests {
    private static let first = CivilDate(year: 2026, month: 10, day: 20).daysSince1970

    private func agree(_ left: Double?, _ right: Double?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return abs(left - right) <= 1e-9 * max(1, abs(left), abs(right))
    }

    @Test("Seconds swept agree with the oracle on random samples")
    func sweep() {
        var random = TestSupport.SeededGenerator()
        let seed = random.seed
        for number in 0..<400 {
            let pieces = (0..<Int.random(in: 0...9, using: &random)).map { created in
                let start = Int64.random(in: -5...45, using: &random)
                let length = Int64.random(in: 0...20, using: &random)
                return SecondSweep.Piece(
                    start: start,
                    end: start + (Bool.random(using: &random) ? length : 0),
                    rank: Int.random(in: 0...2, using: &random),
                    created: Int64(created % 5),
                    value: Double(Int.random(in: 0...50, using: &random)),
                    gadget: 0
                )
            }.filter { one in one.start >= -5 }
            // Samples of one source that tie in everything are told apart by identifiers, which
            // the sweep does not know and people do not make.
            let ties = Set(pieces.map { "\($0.rank) \($0.created) \($0.end)" })
            guard ties.count == pieces.count else { continue }
            check(pieces, "seed \(seed), case \(number)")
        }
    }

    private func check(_ pieces: [SecondSweep.Piece], _ label: String) {
        let oracle = Oracle(
            samples: pieces.enumerated().map { index, piece in
                MergeSample(
                    start: piece.start,
                    end: piece.end,
                    value: piece.value,
                    recorded: piece.created,
                    id: SampleID(bits: UInt128(index)),
                    rank: Int32(piece.rank)
                )
            }
        )
        let sweep = SecondSweep(pieces, from: 0, to: 50)
        for (from, to) in [(0, 50), (0, 10), (10, 20), (20, 50)] as [(Int64, Int64)] {
            let sum = sweep.sum(from: from, to: to)
            #expect(agree(sum, oracle.sum(from, to)), "\(label): \(from) to \(to)")
            let duration = sweep.duration(from: from, to: to)
            #expect(duration == oracle.duration(from, to).map(Double.init), "\(label)")
        }
    }

    @Test("People's days agree with the oracle, hour by hour and source by source")
    func days() {
        let seed = TestSupport.SeededGenerator().seed
        for index in 0..<12 {
            let person = SimulatedPerson(seed: seed, index: index)
            let life = SimulatedLife(person: person, days: Self.first..<Self.first + 3)
            let facts = life.days.flatMap { day in
                person.gadgets.enumerated().flatMap { number, gadget in
                    person.day(day, of: gadget).remaining
                        .flatMap { Fact.all(in: $0, gadget: number) }
                }
            }
            _ = Reckoning(of: life).tell { day in
                guard !day.isRecorded, let measure = Measure.named(day.type) else { return }
                let own = facts.filter { $0.measure == measure }
                check(day, measure, own, person, "seed \(seed), person \(index), \(day.day)")
            }
        }
    }

    private func check(
        _ day: ExpectedDay,
        _ measure: Measure,
        _ facts: [Fact],
        _ person: SimulatedPerson,
        _ label: String
    ) {
        let start = DayClock.midnight(of: day.day.daysSince1970, in: person.home)
        let end = DayClock.midnight(of: day.day.daysSince1970 + 1, in: person.home)
        #expect(day.count == facts.count { start <= $0.start && $0.start < end }, "\(label)")
        let near = facts.filter { $0.start < end && $0.end >= start }
        let samples = samples(near, measure, person)
        let oracle = Oracle(samples: samples)
        switch measure.kind {
        case .rate:
            // The oracle is slow: every third hour has to do.
            for (hour, sum) in day.hours.enumerated() where hour.isMultiple(of: 3) {
                let from = start + Int64(hour) * 3600
                let few = Oracle(
                    samples: samples.filter { $0.start < from + 3600 && $0.end >= from }
                )
                #expect(agree(sum, few.sum(from, from + 3600)), "\(label) hour \(hour)")
            }
            let sums = day.hours.compactMap { $0 }
            #expect(agree(day.figures["sum"] ?? nil, sums.isEmpty ? nil : sums.reduce(0, +)))
        case .sum: #expect(agree(day.figures["sum"] ?? nil, oracle.plainSum(start, end)))
        case .duration:
            let duration = oracle.duration(start, end).map(Double.init)
            #expect(agree(day.figures["duration"] ?? nil, duration), "\(label)")
        case .extremes, .count: break
        }
    }

    /// Facts as samples, ranked as the server ranks sources: by their names.
    private func samples(
        _ facts: [Fact],
        _ measure: Measure,
        _ person: SimulatedPerson
    ) -> [MergeSample] {
        let preference = person.preferences.first { $0.type == measure.name }
        let ranking = SourceRanking(
            sources: person.gadgets.map {
                SourceIdentity(revision: $0.device.source, device: $0.device.device)
            },
            order: preference?.order ?? [],
            disabled: Set(preference?.disabled ?? [])
        )
        return facts.enumerated().compactMap { index, fact in
            ranking.rank(ofSource: fact.gadget, isUserEntered: fact.isTyped).map { rank in
                MergeSample(
                    start: fact.start,
                    end: fact.end,
                    value: fact.value,
                    recorded: fact.created,
                    id: SampleID(bits: UInt128(index)),
                    rank: rank
                )
            }
        }
    }

    @Test(
        "Of a traveller the days of the clocks on the walls add up to the same, as nothing is lost"
    )
    func recorded() throws {
        let person = try #require(
            (0..<100).lazy.map { SimulatedPerson(seed: 5, index: $0) }
                .first { $0.habit == .traveller && $0.home.identifier == "Europe/Paris" }
        )
        let life = SimulatedLife(person: person, days: Self.first..<Self.first + 28)
        let reckoning = Reckoning(of: life)
        #expect(reckoning.hasRecordedDays)
        var (home, wall) = (0.0, 0.0)
        _ = reckoning.tell { day in
            guard day.type == "dietaryWater" else { return }
            let sum = (day.figures["sum"] ?? nil) ?? 0
            if day.isRecorded { wall += sum } else { home += sum }
        }
        #expect(home > 0 && abs(home - wall) < 1e-6)
    }
}

extension Measure {
    fileprivate static func named(_ name: String) -> Measure? {
        allCases.first { $0.name == name }
    }
}
