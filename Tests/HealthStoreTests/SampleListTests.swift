import HealthModel
import HealthStore
import TestSupport
import Testing

@Suite("Lists of samples", .offPool)
struct SampleListTests {
    private static let samples: [TestSample] = [
        TestSample(1, at: -200, lasting: 190),
        TestSample(2, at: -5, lasting: 10, source: .watch),
        TestSample(3, at: 0, lasting: 0, isUserEntered: true),
        TestSample(4, at: 20, lasting: 1000),
        TestSample(5, at: 30, lasting: 10, isUserEntered: true, source: .watch),
        TestSample(6, at: 59, lasting: 1),
        TestSample(7, at: 59, lasting: 2),
        TestSample(8, at: 60, lasting: 0),
        TestSample(9, at: 60, lasting: 5),
        TestSample(10, at: -10, lasting: 10),
        TestSample(11, at: -300, lasting: 300),
        TestSample(12, at: -300, lasting: 2000),
        TestSample(13, at: 30, lasting: 10, type: .food),
    ]

    /// An hour from the tests' start, with every way to narrow it; identifiers in the right order.
    private static let cases: [(StrictOptions, String, Bool?, [SourceReference]?, [UInt64])] = [
        ([], "no filter", nil, nil, [12, 2, 3, 4, 5, 6, 7]),
        ([.start], "strict start", nil, nil, [3, 4, 5, 6, 7]),
        ([.end], "strict end", nil, nil, [11, 10, 2, 3, 5]),
        ([.start, .end], "both", nil, nil, [3, 5]),
        ([], "typed in", true, nil, [3, 5]),
        ([], "not typed in", false, nil, [12, 2, 4, 6, 7]),
        ([], "watch", nil, [.watch], [2, 5]),
        ([], "phone and watch", nil, [.watch, .phone], [12, 2, 3, 4, 5, 6, 7]),
        ([], "no source", nil, [], []),
        ([], "unknown source", nil, [.scale], []),
        ([.start], "typed in on the watch, strictly", true, [.watch], [5]),
    ]

    @Test("Each filter leaves what it says, upwards and downwards", arguments: cases.indices)
    func filters(index: Int) async throws {
        let (strict, name, isUserEntered, sources, expected) = Self.cases[index]
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let other = try await fixture.makeUser()
            try await fixture.save(Self.samples, user: user)
            try await fixture.save([TestSample(99, at: 10)], user: other)
            var query = SampleQuery.all(of: user)
            query.range = TimeRange(
                start: Instant(microseconds: TestTime.start),
                end: Instant(microseconds: TestTime.start + TestTime.hour)
            )
            query.strict = strict
            query.filter.isUserEntered = isUserEntered
            query.filter.sources = sources?.map { $0.key(of: user) }
            for isDescending in [false, true] {
                query.isDescending = isDescending
                let found = try await fixture.store.samples(query)
                    .map { UInt64(truncatingIfNeeded: $0.id.bits) }
                #expect(found == (isDescending ? expected.reversed() : expected), "\(name)")
                query.limit = 2
                let some = try await fixture.store.samples(query).count
                #expect(some == min(2, expected.count), "\(name)")
                query.limit = 100
            }
        }
    }

    @Test("Only samples of the client that asks, where it may see no others")
    func visibility() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            try await fixture.save([TestSample(1), TestSample(2)], user: user, client: client)
            try await fixture.save([TestSample(3)], user: user)
            for (visibility, count) in [
                (Visibility.all, 3), (.savedBy(client), 2), (.savedBy(.operator), 1),
                (.savedBy(ClientID(number: 9)), 0),
            ] {
                let found = try await fixture.store.samples(.all(of: user, visibility: visibility))
                #expect(found.count == count)
            }
        }
    }

    @Test("Pages of any size give each of 5,000 samples exactly once", arguments: [false, true])
    func paging(isDescending: Bool) async throws {
        var generator = SeededGenerator()
        print("paging: TRIBUTARY_SEED=\(generator.seed)")
        let samples = (0..<5000).map { _ in
            TestSample(
                generator.next(),
                // Some fifteen samples share each start; one in eight is long.
                at: .random(in: 0..<340, using: &generator) * 10,
                lasting: Int.random(in: 0..<8, using: &generator) == 0
                    ? .random(in: 119...4000, using: &generator)
                    : .random(in: 0...120, using: &generator)
            )
        }
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save(samples, user: user)
            let sorted = samples.sorted { ($0.start, $0.id) < ($1.start, $1.id) }
            var query = SampleQuery.all(of: user)
            query.isDescending = isDescending
            for (start, strict) in [(0, []), (1500, []), (1500, StrictOptions.end)]
                as [(Int64, StrictOptions)]
            {
                let from = TestTime.start + start * TestTime.minute
                query.range = TimeRange(
                    start: Instant(microseconds: from),
                    end: Instant(microseconds: TestTime.start + 3300 * TestTime.minute)
                )
                query.strict = strict
                let to = query.range.end.microseconds
                let expected = sorted.filter { sample in
                    strict.isEmpty
                        ? sample.start < to && (sample.end > from || sample.start >= from)
                        : sample.end >= from && sample.end < to
                }
                .map(\.id)
                var found: [SampleID] = []
                query.after = nil
                while true {
                    query.limit = .random(in: 7...100, using: &generator)
                    let page = try await fixture.store.samples(query)
                    found += page.map(\.id)
                    #expect(page.count <= query.limit)
                    guard page.count == query.limit, let last = page.last else { break }
                    query.after = SamplePosition(
                        start: last.start.instant.microseconds,
                        id: last.id
                    )
                }
                #expect(found == (isDescending ? expected.reversed() : expected), "\(strict)")
            }
        }
    }

    @Test("Each sample comes with its own origin, which is read once however many share it")
    func origins() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save(Self.samples.filter { $0.type == .steps }, user: user)
            // Another user's numbers for its sources and revisions are the same.
            let other = try await fixture.makeUser()
            try await fixture.save([TestSample(99, at: 10, source: .scale)], user: other)
            let found = try await fixture.store.samples(.all(of: user))
            for sample in found {
                let isOfWatch = [2, 5].contains(sample.id.bits)
                let source = isOfWatch ? SourceReference.watch : .phone
                #expect(sample.origin.sourceKey == source.key(of: user))
                #expect(sample.origin.source == source.revision)
            }
            #expect(found.count == 12)
            #expect(Set(found.map { ObjectIdentifier($0.origin) }).count == 2)
        }
    }

    @Test("A place outside of the range is no way into it")
    func foreignPlace() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save(
                (0..<5).map { TestSample(UInt64($0), at: Int64($0)) },
                user: user
            )
            var query = SampleQuery.all(of: user)
            query.range = TimeRange(
                start: Instant(microseconds: TestTime.start + TestTime.minute),
                end: Instant(microseconds: TestTime.start + 3 * TestTime.minute)
            )
            query.strict = [.start]
            for (start, count) in [(Int64.min, 2), (.max, 0), (TestTime.start, 2)] {
                query.after = SamplePosition(start: start, id: SampleID(bits: 0))
                query.isDescending = false
                #expect(try await fixture.store.samples(query).count == count)
                query.isDescending = true
                #expect(try await fixture.store.samples(query).count == (start == .max ? 2 : 0))
            }
        }
    }
}
