import HealthModel
import HealthStore
import Postgres
import TestSupport
import Testing

@Suite("Kept totals", .offPool)
struct DirtyDayTests {
    private let day = Int32(TestTime.start / TestTime.day)

    @Test("A push marks the days its samples touch, of types that add up, and no others")
    func marked() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let batch = [
                TestSample(1, at: 1430, lasting: 10),
                TestSample(2, at: 2880 + 1430, lasting: 11),
                TestSample(3, at: 10 * 1440, lasting: 0),
                TestSample(4, at: 20 * 1440 - 1, lasting: 3 * 1440),
                TestSample(5, at: 30 * 1440, type: .heartRate),
            ]
            try await fixture.save(batch, user: user)
            let expected = [0, 2, 3, 10, 19, 20, 21, 22].map { day + $0 }
            #expect(try await fixture.dirtyDays(of: user) == expected)
        }
    }

    @Test("Days before 1970 are days like others")
    func before1970() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let sample = TestSample(1, value: 60).with {
                $0.start = -TestTime.day - 30 * TestTime.minute
                $0.end = -TestTime.day + 30 * TestTime.minute
            }
            try await fixture.save([sample], user: user)
            #expect(try await fixture.dirtyDays(of: user) == [-2, -1])
            let edges = [-2 * TestTime.day, -TestTime.day, 0]
            #expect(agree(try await fixture.sums(user: user, edges: edges), [30, 30]))
        }
    }

    @Test("A read settles the days it needs and leaves the others")
    func settled() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let batch = (0..<5).map { TestSample(UInt64($0), at: Int64($0) * 1440, value: 1) }
            try await fixture.save(batch, user: user)
            let edges = [1, 2, 3].map { TestTime.start + $0 * TestTime.day }
            #expect(agree(try await fixture.sums(user: user, edges: edges), [1, 1]))
            #expect(try await fixture.dirtyDays(of: user) == [day, day + 3, day + 4])
            #expect(try await fixture.count("day_totals", of: user) == 2)
            #expect(agree(try await fixture.sums(user: user, edges: edges), [1, 1]))
        }
    }

    @Test("A duplicate dirties nothing; a new sample on a settled day shows at the next read")
    func dirtyAgain() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save([TestSample(1)], user: user)
            #expect(agree(try await fixture.sums(user: user, edges: wholeDay), [100]))
            try await fixture.save([TestSample(1)], user: user)
            #expect(try await fixture.dirtyDays(of: user).isEmpty)
            try await fixture.save([TestSample(2, at: 30, value: 11)], user: user)
            #expect(try await fixture.dirtyDays(of: user) == [day])
            #expect(agree(try await fixture.sums(user: user, edges: wholeDay), [111]))
        }
    }

    @Test("A new order dirties every settled day of its type and no other type")
    func newOrder() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let batch = [
                TestSample(1), TestSample(2, value: 7, source: .watch),
                TestSample(3, type: .food), TestSample(4, at: 2 * 1440),
            ]
            try await fixture.save(batch, user: user)
            let edges = [TestTime.start, TestTime.start + 4 * TestTime.day]
            #expect(agree(try await fixture.sums(user: user, edges: edges), [107]))
            #expect(agree(try await fixture.sums(user: user, edges: edges, type: .food), [100]))
            try await fixture.store.setOrder(TestOrder(ranked: [.phone, .watch]), of: user)
            #expect(try await fixture.dirtyDays(of: user) == [day, day + 2])
            #expect(agree(try await fixture.sums(user: user, edges: edges), [200]))
            try await fixture.store.setOrder(TestOrder(disabled: [.phone, .watch]), of: user)
            #expect(try await fixture.sums(user: user, edges: edges) == [nil])
            try await fixture.store.setOrder(TestOrder(), of: user)
            #expect(agree(try await fixture.sums(user: user, edges: edges), [107]))
        }
    }

    @Test("Any number of dirty days is settled by one read")
    func many() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let year = TestSample(1, lasting: 366 * 1440, value: 366)
            let apart = (0..<70).map { TestSample(UInt64($0) + 2, at: (400 + 2 * $0) * 1440) }
            try await fixture.save([year] + apart, user: user)
            let edges = [0, 366, 400, 600].map { TestTime.start + $0 * TestTime.day }
            #expect(agree(try await fixture.sums(user: user, edges: edges), [366, nil, 7000]))
            #expect(try await fixture.dirtyDays(of: user).isEmpty)
            #expect(try await fixture.count("day_totals", of: user) == 436)
        }
    }

    @Test("A range over more days than one piece of reading holds adds up")
    func manyPieces() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            for number in 0..<6 {
                let sample = TestSample(
                    UInt64(number),
                    at: Int64(number) * 366 * 1440,
                    lasting: 366 * 1440,
                    value: 366
                )
                try await fixture.save([sample], user: user)
            }
            let edges = [0, 1000, 2001, 2196].map { TestTime.start + $0 * TestTime.day }
            #expect(agree(try await fixture.sums(user: user, edges: edges), [1000, 1001, 195]))
        }
    }

    @Test("No range asks for nothing")
    func emptyRange() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save([TestSample(1)], user: user)
            for start in [TestTime.start, TestTime.start + 7] {
                #expect(try await fixture.sums(user: user, edges: [start, start]) == [nil])
            }
        }
    }
}

extension StoreFixture {
    /// The days of a user whose totals lag, ascending.
    func dirtyDays(of user: UserID) async throws -> [Int32] {
        try await query(
            "SELECT day FROM dirty_days WHERE user_id = $1 ORDER BY day",
            [.int8(user.number)]
        ) { $0.int4Column(0) }
    }
}
