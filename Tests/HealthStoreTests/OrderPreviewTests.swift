import HealthModel
import TestSupport
import Testing

@testable import HealthStore

/// The law of previews: what is foretold is what comes, once the order is set.
@Suite("Law of previews", .offPool)
struct OrderPreviewTests {
    @Test("After the order is set a collection gives what the preview said", arguments: 0..<4)
    func foretold(part: UInt64) async throws {
        var seeds = SeededGenerator()
        let base = seeds.next() &+ part << 32
        print("law of previews, part \(part): TRIBUTARY_SEED=\(seeds.seed)")
        try await withStore(poolSize: 2) { fixture in
            for number in 0..<25 {
                let user = try await fixture.makeUser()
                let type = number % 5 == 4 ? QuantityType.food : .steps
                let generator = SeededGenerator(seed: base &+ UInt64(number))
                var history = RandomHistory(fixture, user: user, type: type, generator)
                _ = try await history.run()
                for isAligned in [true, false] {
                    let problems = try await fixture.foretell(
                        &history,
                        user: user,
                        type: type,
                        isAligned: isAligned
                    )
                    #expect(problems.isEmpty, "history \(number) of part \(part), \(history.label)")
                }
            }
        }
    }
}

extension StoreFixture {
    /// Previews a random order, sets it, and compares.
    fileprivate func foretell(
        _ history: inout RandomHistory,
        user: UserID,
        type: QuantityType,
        isAligned: Bool
    ) async throws -> [String] {
        var edges = history.randomEdges(2...9)
        var aligner = history.fork()
        if isAligned {
            let grain = (Bool.random(using: &aligner) ? 15 : 60) * TestTime.minute
            edges = Set(edges.map { $0 - $0 % grain }).sorted()
            if edges.count < 2 { edges.append(edges[0] + grain) }
        }
        var generator = history.fork()
        let shuffled = history.keys.shuffled(using: &generator)
        let cut = Int.random(in: 0...shuffled.count, using: &generator)
        let disabled = Array(history.keys.shuffled(using: &generator).prefix(cut % 2))
        let preview = try await store.orderPreview(
            StatisticsQuery(
                user: user,
                type: .quantity(type),
                edges: edges.map(Instant.init(microseconds:)),
                filter: SampleFilter(visibility: .all),
                options: [.sum]
            ),
            OrderProposal(
                ranked: Array(shuffled[..<cut]),
                disabled: disabled,
                readable: nil,
                client: nil
            )
        )
        let before = try await sums(user: user, edges: edges, type: type)
        try await store.putSourceOrder(
            user: user,
            typeID: type.id,
            ranked: Array(shuffled[..<cut]),
            disabled: disabled,
            by: "test"
        )
        let after = try await sums(user: user, edges: edges, type: type)
        let isSame = isAligned ? { $0 == $1 } : nearlyEqual
        var problems: [String] = []
        if !isSame(preview.buckets.map(\.current), before) { problems.append("current") }
        if !isSame(preview.buckets.map(\.proposed), after) { problems.append("proposed") }
        let ends = [edges[0], edges[edges.count - 1]]
        let whole = try await sums(user: user, edges: ends, type: type)
        if !nearlyEqual([preview.whole.proposed], whole) { problems.append("the whole") }
        return problems
    }
}

/// Whether two lists agree to one part in a million million.
private func nearlyEqual(_ left: [Double?], _ right: [Double?]) -> Bool {
    left.count == right.count
        && zip(left, right).allSatisfy { left, right in
            guard let left, let right else { return left == nil && right == nil }
            return abs(left - right) <= 1e-12 * max(1, abs(left), abs(right))
        }
}
