import HealthModel
import Postgres
import TestSupport
import Testing

@testable import HealthStore

/// The latest sample by index, and samples page by page: other ways to what one load gives.
@Suite("Latest samples and pages", .offPool)
struct LatestTests {
    @Test("The latest sample by index is the one that going through all of them finds")
    func sameAnswer() async throws {
        var generator = SeededGenerator()
        print("latest samples: TRIBUTARY_SEED=\(generator.seed)")
        try await withStore { fixture in
            let client = try await fixture.makeClient("com.example.own")
            for _ in 0..<30 {
                let user = try await fixture.makeUser()
                let samples = (0..<UInt64.random(in: 1...30, using: &generator)).map {
                    sample($0, using: &generator)
                }
                let cut = Int.random(in: 0...samples.count, using: &generator)
                try await fixture.save(Array(samples[..<cut]), user: user)
                try await fixture.save(Array(samples[cut...]), user: user, client: client)
                let isKnown = samples.contains { $0.source == .watch }
                if isKnown && Bool.random(using: &generator) {
                    let order = TestOrder(disabled: [.watch])
                    try await fixture.store.setOrder(order, of: user, type: .heartRate)
                }
                for _ in 0..<15 {
                    var query = question(user, client, using: &generator)
                    let byIndex = try await fixture.store.statistics(query).buckets[0]
                    // With another option beside it the samples are gone through.
                    query.options = [.mostRecent, .min]
                    let byScan = try await fixture.store.statistics(query).buckets[0]
                    #expect(byIndex.mostRecent == byScan.mostRecent, "\(query)")
                    #expect(byIndex.min == nil && (byScan.min == nil) == (byScan.mostRecent == nil))
                }
            }
        }
    }

    /// Equal starts, ends and recordings are where mistakes hide.
    private func sample(
        _ number: UInt64,
        using generator: inout SeededGenerator
    ) -> TestSample {
        let lengths: [Int64] = [0, 0, 5, 60, 120, 121, 600]
        return TestSample(
            number,
            at: 60 * .random(in: 0...12, using: &generator),
            lasting: lengths.randomElement(using: &generator) ?? 0,
            value: .random(in: 40...180, using: &generator),
            type: .heartRate,
            created: TestTime.now - .random(in: 0...2, using: &generator),
            isUserEntered: Int.random(in: 0..<4, using: &generator) == 0,
            source: [.phone, .watch, .scale].randomElement(using: &generator) ?? .phone
        )
    }

    private func question(
        _ user: UserID,
        _ client: ClientID,
        using generator: inout SeededGenerator
    ) -> StatisticsQuery {
        let ends = (0..<2).map { _ in
            TestTime.start + 30 * TestTime.minute * .random(in: -2...40, using: &generator)
        }
        var filter = SampleFilter(
            visibility: Bool.random(using: &generator) ? .all : .savedBy(client)
        )
        filter.isUserEntered = [nil, nil, true, false].randomElement(using: &generator) ?? nil
        if Int.random(in: 0..<4, using: &generator) == 0 {
            filter.sources = [SourceReference.watch.key(of: user)]
        }
        return StatisticsQuery(
            user: user,
            type: .quantity(.heartRate),
            edges: ends.sorted().map(Instant.init(microseconds:)),
            filter: filter,
            strict: StrictOptions(rawValue: .random(in: 0...3, using: &generator)),
            options: [.mostRecent]
        )
    }

    @Test("Pages of any size are what one load gives", arguments: [1, 2, 3, 7, 1000] as [Int32])
    func pages(limit: Int32) async throws {
        var generator = SeededGenerator()
        print("pages of \(limit): TRIBUTARY_SEED=\(generator.seed)")
        try await withStore { fixture in
            for _ in 0..<5 {
                let user = try await fixture.makeUser()
                let samples = (0..<40).map { sample($0, using: &generator) }
                try await fixture.save(samples, user: user)
                for _ in 0..<5 {
                    let query = question(user, .operator, using: &generator)
                    let (start, end) = (query.edges[0].microseconds, query.edges[1].microseconds)
                    let (paged, loaded) = try await fixture.store.pool.withConnection(
                        as: .user(user)
                    ) { connection in
                        var paged: [SampleID] = []
                        try query.forEachPage(
                            from: start,
                            to: end,
                            limit: limit,
                            on: connection
                        ) { page in
                            #expect(page.count <= Int(limit))
                            paged += page.map(\.id)
                        }
                        let loaded = try query.load(from: start, to: end, on: connection)
                        return (paged, loaded.map(\.id))
                    }
                    #expect(paged == loaded)
                }
            }
        }
    }

    @Test("An answer is the same for pages of any size")
    func answersByPage() async throws {
        var generator = SeededGenerator()
        print("answers by page: TRIBUTARY_SEED=\(generator.seed)")
        try await withStore { fixture in
            for number in 0..<20 {
                let user = try await fixture.makeUser()
                let type: QuantityType = number.isMultiple(of: 2) ? .heartRate : .steps
                let samples = (0..<40).map { index in
                    sample(index, using: &generator).with { sample in
                        sample.type = type
                        sample.startOffset =
                            [nil, 840, -720].randomElement(using: &generator) ?? nil
                        sample.endOffset = sample.startOffset
                    }
                }
                try await fixture.save(samples, user: user)
                for _ in 0..<5 {
                    var query = question(user, .operator, using: &generator)
                    query.type = .quantity(type)
                    query.options = query.type.options
                    query.isSeparatedBySource = Bool.random(using: &generator)
                    query.axis = Bool.random(using: &generator) ? .recorded : .instant
                    query.edges = hours
                    let whole = try await answer(query, pageLimit: 1000, fixture)
                    let limit = Int32.random(in: 1...9, using: &generator)
                    let pieces = try await answer(query, pageLimit: limit, fixture)
                    #expect(whole == pieces, "\(query), \(limit) a page")
                    #expect(whole.contains { $0.mostRecent != nil } || query.filter != everything)
                }
            }
        }
    }

    private var everything: SampleFilter { SampleFilter(visibility: .all) }

    /// Buckets of three hours around all samples.
    private var hours: [Instant] {
        (-8...24).map { Instant(microseconds: TestTime.start + $0 * 3 * TestTime.hour) }
    }

    /// The buckets of the whole and then of each source.
    private func answer(
        _ query: StatisticsQuery,
        pageLimit: Int32,
        _ fixture: StoreFixture
    ) async throws -> [BucketStatistics] {
        try await fixture.store.pool.withConnection(as: .user(query.user)) { connection in
            let ranks = try HealthStore.ranks(
                user: query.user,
                typeID: query.type.id,
                on: connection
            )
            var evaluation = SampleEvaluation(query, ranks, userZone: .utc)
            evaluation.pageLimit = pageLimit
            let result = try evaluation.run(on: connection)
            return result.buckets + result.bySource.flatMap(\.buckets)
        }
    }
}
