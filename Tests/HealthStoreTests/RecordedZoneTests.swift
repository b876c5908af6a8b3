import HealthModel
import HealthStore
import TestSupport
import Testing

@Suite("Statistics by the zone of recording", .offPool)
struct RecordedZoneTests {
    /// Local midnights around the tests' first day, written as if in UTC.
    private let days = (-1...2).map { TestTime.start + $0 * TestTime.day }

    @Test("A sample counts on the day its wearer's clock showed")
    func knownOffset() async throws {
        // 23:30 in Tokyo on the first day is 14:30 UTC; 22:30 in New York is 02:30 UTC of the next.
        let samples = [
            TestSample(1, at: 14 * 60 + 30, value: 1, offset: 540),
            TestSample(2, at: 26 * 60 + 30, value: 2, offset: -240),
            TestSample(3, at: -30, value: 4, offset: 60),
        ]
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save(samples, user: user)
            let recorded = try await fixture.sums(user: user, edges: days, axis: .recorded)
            #expect(agree(recorded, [nil, 7, nil]))
            let instants = try await fixture.sums(user: user, edges: days)
            #expect(agree(instants, [4, 1, 2]))
        }
    }

    @Test("Where the offset is unknown the user's zone places a sample, by the season")
    func unknownOffset() async throws {
        let zone = try #require(Zone(identifier: "Europe/Paris"))
        // Clocks in Paris went back on 2024-10-27: two hours ahead of UTC before, one after.
        let summer = 22 * 60 + 15
        let winter = 30 * 1440 + 22 * 60 + 15
        let samples = [TestSample(1, at: Int64(summer)), TestSample(2, at: Int64(winter))]
        try await withStore { fixture in
            let user = try await fixture.makeUser(zone: zone)
            try await fixture.save(samples, user: user)
            let edges = [0, 1, 2, 30, 31, 32].map { TestTime.start + $0 * TestTime.day }
            let sums = try await fixture.sums(user: user, edges: edges, axis: .recorded)
            #expect(agree(sums, [nil, 100, nil, 100, nil]))
        }
    }

    @Test("A traveller's flight lasts as long as the clocks on the wall say")
    func traveller() async throws {
        // Leaves Paris at 10:00 (08:00 UTC), lands in New York at 12:00 (16:00 UTC).
        let west = TestSample(1, at: 8 * 60, lasting: 8 * 60, value: 80, offset: 120).with {
            $0.endOffset = -240
        }
        // Leaves New York at 23:00 (03:00 UTC), lands at 11:00 (09:00 UTC): the night is short.
        let east = TestSample(2, at: 27 * 60, lasting: 6 * 60, value: 60, offset: -240).with {
            $0.endOffset = 120
        }
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save([west, east], user: user)
            let hours = [10, 11, 12, 23, 24, 35].map { TestTime.start + $0 * TestTime.hour }
            let sums = try await fixture.sums(user: user, edges: hours, axis: .recorded)
            #expect(agree(sums, [40, 40, nil, 5, 55]))
        }
    }

    @Test("A sample over clocks set back by more than it lasted keeps its length")
    func clocksSetBack() async throws {
        let sample = TestSample(1, at: 60, lasting: 10, offset: 120).with { $0.endOffset = 60 }
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save([sample], user: user)
            let edges = [180, 185, 190].map { TestTime.start + $0 * TestTime.minute }
            let sums = try await fixture.sums(user: user, edges: edges, axis: .recorded)
            #expect(agree(sums, [50, 50]))
        }
    }

    @Test(
        "The outermost zones are found at the edges of a range",
        arguments: [840, 780, 0, -660, -720] as [Int16]
    )
    func outermost(offset: Int16) async throws {
        let minute = TestTime.minute
        // One minute before local midnight, over it, and at it.
        let samples = [
            TestSample(1, at: -1 - Int64(offset), lasting: 1, value: 1, offset: offset),
            TestSample(2, at: -1 - Int64(offset), lasting: 2, value: 2, offset: offset),
            TestSample(3, at: -Int64(offset), lasting: 0, value: 4, offset: offset),
            TestSample(4, at: 1440 - 1 - Int64(offset), lasting: 2, value: 8, offset: offset),
            TestSample(5, at: 1440 - Int64(offset), lasting: 0, value: 16, offset: offset),
        ]
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let food = samples.map { sample in sample.with { $0.type = .food } }
            try await fixture.save(food, user: user)
            let sums = try await fixture.sums(
                user: user,
                edges: [TestTime.start, TestTime.start + TestTime.day],
                type: .food,
                axis: .recorded
            )
            #expect(agree(sums, [1 + 4 + 4]))
            let around = try await fixture.sums(
                user: user,
                edges: [
                    TestTime.start - minute, TestTime.start, TestTime.start + TestTime.day,
                    TestTime.start + TestTime.day + minute,
                ],
                type: .food,
                axis: .recorded
            )
            #expect(agree(around, [2, 9, 20]))
        }
    }

    @Test("The latest sample is told by the clock on the wall, too")
    func mostRecent() async throws {
        let samples = [
            TestSample(1, at: 600, value: 60, type: .heartRate, offset: 540),
            TestSample(2, at: 700, value: 70, type: .heartRate, offset: -240),
        ]
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save(samples, user: user)
            let answer = try await fixture.store.statistics(
                StatisticsQuery(
                    user: user,
                    type: .quantity(.heartRate),
                    edges: wholeDay.map(Instant.init(microseconds:)),
                    filter: SampleFilter(visibility: .all),
                    axis: .recorded,
                    options: [.mostRecent]
                )
            )
            // 19:00 in Tokyo is later on the wall than 07:40 in New York.
            let latest = try #require(answer.buckets[0].mostRecent)
            #expect(latest.value == 60)
            #expect(latest.start.microseconds == TestTime.start + 19 * TestTime.hour)
        }
    }
}
