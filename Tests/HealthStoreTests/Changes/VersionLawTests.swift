import HealthModel
import HealthStore
import TestSupport
import Testing

/// Where versions decide, the order of arrival does not.
@Suite("The law of versions", .offPool)
struct VersionLawTests {
    /// What arrives in every order, and what is live then.
    private struct Case: Sendable {
        let name: String
        let samples: [TestSample]
        let live: [String]
    }

    private static let cases = [
        Case(
            name: "uuids that come again",
            samples: [
                TestSample(1, value: 1).version(1), TestSample(2, at: 2000, value: 2).version(2),
                TestSample(1, value: 3, source: .watch).version(3),
                TestSample(3, at: 100, value: 4).version(4),
            ],
            live: ["3:4"]
        ),
        Case(
            name: "one uuid throughout, beside another sample",
            samples: [
                TestSample(1, value: 1).version(1), TestSample(1, at: 5, value: 2).version(2),
                TestSample(1, at: 3000, value: 3).version(3),
                TestSample(9, value: 7, source: .watch),
            ],
            live: ["1:3", "9:7"]
        ),
        Case(
            name: "correlations that share members",
            samples: [
                meal(1, [food(11, 1), food(12, 2)]).version(1),
                meal(2, [food(12, 5), food(13, 3)]).version(2),
                meal(1, [food(11, 1), food(14, 4)]).version(3),
            ],
            live: ["1:0", "b:1 in 1", "e:4 in 1"]
        ),
        Case(
            name: "a correlation whose member has versions of its own",
            samples: [
                meal(1, [food(11, 1).version(1, of: "b"), food(12, 2)]),
                food(13, 3).version(2, of: "b"), food(11, 4).version(3, of: "b"),
            ],
            live: ["1:0", "b:4 in 1", "c:2 in 1"]
        ),
    ]

    @Test("Any order and any batching of versions ends in the same samples and totals")
    func anyOrder() async throws {
        try await withStore { fixture in
            let edges = (0..<4).map { TestTime.start + Int64($0) * TestTime.day }
            for law in Self.cases {
                var ends: Set<String> = []
                for order in Self.orders(of: Array(law.samples.indices)) {
                    for size in 1...law.samples.count {
                        let user = try await fixture.makeUser()
                        let samples = order.map { law.samples[$0] }
                        try await fixture.push(samples, size: size, edges, user: user)
                        let state = try await fixture.state(of: user)
                        let steps = try await fixture.sums(user: user, edges: edges)
                        let food = try await fixture.sums(user: user, edges: edges, type: .food)
                        ends.insert("\(state.live) \(state.counts) \(steps) \(food)")
                        #expect(state.live == law.live, "\(law.name): \(order) by \(size)")
                    }
                }
                #expect(ends.count == 1, "\(law.name): \(ends)")
            }
        }
    }

    private static func food(_ id: UInt64, _ value: Double) -> TestSample {
        TestSample(id, at: Int64(id) * 100, value: value, type: .food)
    }

    private static func meal(_ id: UInt64, _ members: [TestSample]) -> TestSample {
        .food(id, holding: members)
    }

    private static func orders(of numbers: [Int]) -> [[Int]] {
        guard numbers.count > 1 else { return [numbers] }
        return numbers.indices.flatMap { index in
            var rest = numbers
            let first = rest.remove(at: index)
            return orders(of: rest).map { [first] + $0 }
        }
    }
}

extension StoreFixture {
    /// Pushes samples in batches of a size; a first read settles days in between.
    fileprivate func push(
        _ samples: [TestSample],
        size: Int,
        _ edges: [Int64],
        user: UserID
    ) async throws {
        for start in stride(from: 0, to: samples.count, by: size) {
            let batch = Array(samples[start..<min(start + size, samples.count)])
            try await save(batch, user: user)
            _ = try await sums(user: user, edges: edges)
        }
    }
}
