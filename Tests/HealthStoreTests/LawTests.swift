import HealthModel
import HealthStore
import MergeEngine
import Postgres
import TestSupport
import Testing

/// The law that the totals are made for: whatever happened, and in whatever order, every answer is
/// what the rules make of the samples that are stored.
@Suite("The law of totals", .offPool)
struct LawTests {
    /// Histories for each part of the test; the parts run side by side.
    private static let histories = 80

    @Test(
        "Any history of pushes, deletions, orders and reads is as the rules say",
        arguments: 0..<8
    )
    func everyAnswerIsTheRules(part: UInt64) async throws {
        var seeds = SeededGenerator()
        let base = seeds.next() &+ part << 32
        print("law of totals, part \(part): TRIBUTARY_SEED=\(seeds.seed)")
        try await withStore(poolSize: 2) { fixture in
            for number in 0..<Self.histories {
                let user = try await fixture.makeUser()
                let type = number % 5 == 4 ? QuantityType.food : .steps
                var history = RandomHistory(
                    fixture,
                    user: user,
                    type: type,
                    SeededGenerator(seed: base &+ UInt64(number))
                )
                var problems = try await history.run()
                for _ in 0..<3 { problems += try await history.ask(edges: 2...6) }
                problems += try await fixture.compareWays(&history, user: user, type: type)
                problems += try await fixture.verifyTotals(history, user: user, type: type)
                problems += try await history.verifyChanges()
                #expect(problems.isEmpty, "history \(number) of part \(part), \(history.label)")
            }
        }
    }
}

extension StoreFixture {
    /// Compares the answer from kept totals, from samples, strictly and explained, on one range.
    fileprivate func compareWays(
        _ history: inout RandomHistory,
        user: UserID,
        type: QuantityType
    ) async throws -> [String] {
        let edges = history.randomEdges(2...8)
        let truth = history.oracle.sums(edges)
        let everything = SampleFilter(visibility: .all, sources: history.keys)
        let kept = try await sums(user: user, edges: edges, type: type)
        let computed = try await sums(user: user, edges: edges, type: type, filter: everything)
        let range = (start: edges[0], end: edges[edges.count - 1])
        let explained = try await store.explanation(
            type,
            of: user,
            from: range.start,
            to: range.end
        )
        let contributions = explained.segments.map(\.contribution).reduce(0, +)
        let whole = history.oracle.sum(range.start, range.end)
        var problems: [String] = []
        if !agree(kept, truth) { problems.append("kept \(kept) is not \(truth) at \(edges)") }
        if !agree(computed, truth) { problems.append("\(computed) is not \(truth) at \(edges)") }
        if !agree(explained.sum, whole) { problems.append("explained \(range) as another sum") }
        if !agree(contributions, whole ?? 0) { problems.append("segments miss \(range)") }
        let ids = explained.samples.map(\.id)
        if Set(ids).count != ids.count { problems.append("a sample is explained twice") }
        return problems
    }

    /// Settles every day and compares each kept quarter hour with the oracle's.
    fileprivate func verifyTotals(
        _ history: RandomHistory,
        user: UserID,
        type: QuantityType
    ) async throws -> [String] {
        let ends = [history.span.lowerBound - TestTime.day, history.span.upperBound + TestTime.day]
        _ = try await sums(user: user, edges: ends, type: type)
        guard try await dirtyDays(of: user).isEmpty else { return ["a day is still dirty"] }
        let rows = try await query(
            "SELECT day, sums FROM day_totals WHERE user_id = $1 AND type_id = $2",
            [.int8(user.number), .int2(type.id)]
        ) { rows in
            (0..<rows.rowCount).map { (day: rows.int4($0, 0), sums: rows.float8Array($0, 1)) }
        }
        let kept = Dictionary(uniqueKeysWithValues: rows.map { ($0.day, $0.sums) })
        let oracle = history.oracle
        let quarter = 15 * TestTime.minute
        let days = Int32(ends[0] / TestTime.day)...Int32(ends[1] / TestTime.day)
        return days.filter { day in
            let start = Int64(day) * TestTime.day
            let edges = (0...96).map { start + Int64($0) * quarter }
            return !agree(kept[day] ?? Array(repeating: nil, count: 96), oracle.sums(edges))
        }
        .map { "the totals of day \($0) are not what its samples give" }
    }
}
