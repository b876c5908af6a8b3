import HealthModel
import HealthStore
import TestSupport
import Testing

/// What narrows or places samples before they are merged, against the oracle, at random.
@Suite("The law of filtered and placed statistics", .offPool)
struct StatisticsLawTests {
    private static let histories = 30

    @Test("Filters, strict ends and clocks on the wall answer as the rules say", arguments: 0..<4)
    func everyAnswerIsTheRules(part: UInt64) async throws {
        var seeds = SeededGenerator()
        let base = seeds.next() &+ (part + 100) << 32
        print("law of statistics, part \(part): TRIBUTARY_SEED=\(seeds.seed)")
        try await withStore(poolSize: 2) { fixture in
            let zone = try #require(Zone(identifier: "Europe/Paris"))
            for number in 0..<Self.histories {
                let user = try await fixture.makeUser(zone: zone)
                let type = number % 5 == 4 ? QuantityType.food : .steps
                var history = RandomHistory(
                    fixture,
                    user: user,
                    type: type,
                    SeededGenerator(seed: base &+ UInt64(number))
                )
                var problems = try await history.run()
                for _ in 0..<3 {
                    var question = try RandomQuestion(&history, user: user, type: type)
                    problems += try await question.ask(fixture)
                }
                #expect(problems.isEmpty, "history \(number) of part \(part), \(history.label)")
            }
        }
    }
}

/// A question with every option drawn at random.
private struct RandomQuestion {
    private var query: StatisticsQuery
    private let edges: [Int64]
    private let samples: [TestSample]
    private let order: TestOrder
    private let user: UserID

    init(_ history: inout RandomHistory, user: UserID, type: QuantityType) throws {
        self.user = user
        var generator = history.fork()
        edges = history.randomEdges(2...6)
        order = history.order
        query = StatisticsQuery(
            user: user,
            type: .quantity(type),
            edges: edges.map(Instant.init(microseconds:)),
            filter: SampleFilter(visibility: .all),
            strict: StrictOptions(rawValue: UInt8.random(in: 0...3, using: &generator)),
            axis: Bool.random(using: &generator) ? .recorded : .instant,
            options: [.sum, .duration],
            isSeparatedBySource: Bool.random(using: &generator)
        )
        if Bool.random(using: &generator) {
            // One that nobody has changes nothing.
            query.filter.sources =
                history.keys.filter { _ in Bool.random(using: &generator) } + [SampleID(bits: 7)]
        }
        query.filter.isUserEntered = [nil, true, false].randomElement(using: &generator) ?? nil
        let clock = try WallClockOracle(userZone: "Europe/Paris")
        let (filter, isPlaced) = (query.filter, query.axis == .recorded)
        samples = history.contents.filter { sample in
            (filter.sources?.contains(sample.source.key(of: user)) ?? true)
                && (filter.isUserEntered ?? sample.isUserEntered) == sample.isUserEntered
        }
        .map { isPlaced ? clock.placed($0) : $0 }
    }

    /// Asks the store; answers what is not as the oracle has it.
    mutating func ask(_ fixture: StoreFixture) async throws -> [String] {
        let answer = try await fixture.store.statistics(query)
        var problems: [String] = []
        let sums = answer.buckets.map(\.sum)
        if !agree(sums, expected(samples)) {
            problems.append("\(query): \(sums) is not \(expected(samples))")
        }
        let times = answer.buckets.map(\.durationInMicroseconds)
        if times != durations(samples) {
            problems.append("\(query): \(times) is not \(durations(samples))")
        }
        if !query.isSeparatedBySource && !answer.bySource.isEmpty { problems.append("unasked") }
        for (source, buckets) in answer.bySource {
            let own = samples.filter { $0.source.key(of: user) == source.key }
            if !agree(buckets.map(\.sum), expected(own)) {
                problems.append("\(query): \(source) alone is not \(expected(own))")
            }
            if buckets.map(\.durationInMicroseconds) != durations(own) {
                problems.append("\(query): \(source) alone lasts not \(durations(own))")
            }
        }
        let missing = samples.contains { sample in
            !answer.bySource.contains { $0.source.key == sample.source.key(of: user) }
        }
        if query.isSeparatedBySource && missing { problems.append("a source is missing") }
        return problems
    }

    private func expected(_ samples: [TestSample]) -> [Double?] {
        let behavior = query.type.merge
        guard !query.strict.isEmpty else {
            return Oracle(samples, order, behavior: behavior).sums(edges)
        }
        return zip(edges, edges.dropFirst()).map { from, to in
            Oracle(chosen(samples, from, to), order, behavior: behavior).sum(.min / 2, .max / 2)
        }
    }

    /// The samples that the strict options put into a bucket.
    private func chosen(_ samples: [TestSample], _ from: Int64, _ to: Int64) -> [TestSample] {
        samples.filter { sample in
            (!query.strict.contains(.start) || from <= sample.start && sample.start < to)
                && (!query.strict.contains(.end) || from <= sample.end && sample.end < to)
        }
    }

    /// The time that samples of sources which are not switched off cover in each bucket.
    private func durations(_ samples: [TestSample]) -> [Int64?] {
        let counted = samples.filter { order.place(of: $0) != nil }
        return zip(edges, edges.dropFirst()).map { from, to in
            guard query.strict.isEmpty else {
                return union(of: chosen(counted, from, to).map { ($0.start, $0.end) })
            }
            let touching = counted.filter {
                $0.start < to && ($0.start >= from || $0.end > from)
            }
            return union(of: touching.map { (max($0.start, from), min($0.end, to)) })
        }
    }

    /// Cuts time at every end and asks every span about every piece.
    private func union(of spans: [(start: Int64, end: Int64)]) -> Int64? {
        guard !spans.isEmpty else { return nil }
        let ends = Set(spans.flatMap { [$0.start, $0.end] }).sorted()
        return zip(ends, ends.dropFirst()).reduce(0) { sum, piece in
            let isCovered = spans.contains { $0.start <= piece.0 && piece.1 <= $0.end }
            return isCovered ? sum + piece.1 - piece.0 : sum
        }
    }
}
