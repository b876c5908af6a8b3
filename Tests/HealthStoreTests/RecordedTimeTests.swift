import HealthModel
import HealthStore
import TestSupport
import Testing

/// Rules 5 and 6 for samples that a device sends again with another time of recording.
@Suite("Recorded again", .offPool)
struct RecordedTimeTests {
    /// One sample recorded at 9:00 and again at 10:00, and another over the same hour at 9:30.
    private static let versions: [TestSample?] = [
        TestSample(1, lasting: 60, value: 10, created: TestTime.start + 9 * TestTime.hour),
        TestSample(1, lasting: 60, value: 10, created: TestTime.start + 10 * TestTime.hour),
        TestSample(1, lasting: 60, value: 10),
        TestSample(2, lasting: 60, value: 1000, created: TestTime.start + 19 * TestTime.hour / 2),
    ]

    @Test("Rule 6: the order in which repetitions arrive does not matter, read in between or not")
    func anyOrder() async throws {
        try await withStore { fixture in
            let edges = [TestTime.start, TestTime.start + TestTime.day]
            for order in Self.orders(of: [0, 1, 2, 3]) {
                let user = try await fixture.makeUser()
                for number in order {
                    try await fixture.save([try #require(Self.versions[number])], user: user)
                    _ = try await fixture.sums(user: user, edges: edges)
                }
                #expect(try await fixture.sums(user: user, edges: edges) == [10], "\(order)")
            }
        }
    }

    @Test("Repetitions inside one batch count as those of several do")
    func oneBatch() async throws {
        try await withStore { fixture in
            let edges = [TestTime.start, TestTime.start + TestTime.day]
            for order in Self.orders(of: [0, 1, 2, 3]) {
                let user = try await fixture.makeUser()
                let batch = order.compactMap { Self.versions[$0] }
                let outcomes = try await fixture.save(batch, user: user)
                #expect(outcomes.filter { $0 == .duplicate }.count == 2)
                #expect(try await fixture.sums(user: user, edges: edges) == [10], "\(order)")
            }
        }
    }

    @Test("An atomic batch that is refused moves no time of recording")
    func refused() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let edges = [TestTime.start, TestTime.start + TestTime.day]
            try await fixture.save(
                [try #require(Self.versions[0]), try #require(Self.versions[3])],
                user: user
            )
            let conflict = TestSample(2, lasting: 60, value: 5)
            let batch = [
                try #require(Self.versions[1]), conflict, TestSample(3, at: 600, value: 1),
            ]
            _ = try await fixture.save(batch, user: user, isAtomic: true)
            #expect(try await fixture.sums(user: user, edges: edges) == [1000])
        }
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
