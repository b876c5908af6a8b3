import HealthModel
import HealthStore
import Postgres
import TestSupport
import Testing

/// What reads cost a client that sees only its own samples, in pages of the database that are
/// looked at: counted, as time cannot be tested.
@Suite("Cost of hidden samples", .offPool)
struct HiddenCostTests {
    /// What the database has counted before the reads.
    enum Counted: CaseIterable {
        case nothing, others, all
    }

    @Test(
        "Reads of a client without read look at as many pages with 20,000 hidden samples as with none",
        arguments: Counted.allCases
    )
    func samePages(_ counted: Counted) async throws {
        try await withStore { fixture in
            let own = try await fixture.makeClient("com.example.own")
            let other = try await fixture.makeClient("com.example.other")
            let connection = try fixture.database.connect()
            try connection.script(Self.withoutAutovacuum)
            // Somebody whom the statistics know, where they know anything.
            _ = try await HiddenSubject(fixture, own, other, hidden: 20_000)
            if counted == .others { try connection.script("ANALYZE") }
            let alone = try await HiddenSubject(fixture, own, other, hidden: 0)
            let beside = try await HiddenSubject(fixture, own, other, hidden: 20_000)
            if counted == .all { try connection.script("ANALYZE") }
            try connection.script(Self.endOthers)
            for read in HiddenSubject.Read.allCases {
                let without = try await alone.pages(of: read)
                let with = try await beside.pages(of: read)
                let what = "\(read): \(without) with none hidden, \(with) with many"
                print("hidden samples, counted \(counted), \(what)")
                #expect(without.allSatisfy { $0 > 0 }, "\(what)")
                // Rows may lie across the end of a page here or there, and a user who is known for few
                // of them may get another plan; but 20,000 samples are hundreds of pages.
                for (few, many) in zip(without, with) {
                    #expect(abs(many - few) <= 8 + few / 4, "\(what)")
                }
            }
        }
    }

    /// What sessions have counted and not told yet, they tell at their end and not in the middle.
    private static let endOthers = """
        SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid();
        SELECT pg_stat_force_next_flush();
        """

    private static let withoutAutovacuum = [
        "samples", "source_types", "sources", "user_streams", "deletions",
    ].map { "ALTER TABLE \($0) SET (autovacuum_enabled = false);" }.joined()
}

/// A user of whom a client has saved some samples, and another maybe many.
private struct HiddenSubject {
    /// What is asked.
    enum Read: CaseIterable {
        case samples, latestSamples, foods, mostRecent, yearOfDays, afternoon, average, changes
        case explanation, sources
    }

    private let user: UserID
    private let own: ClientID
    private let fixture: StoreFixture

    /// Makes the user; the client saves last, so that its samples have the last positions.
    init(
        _ fixture: StoreFixture,
        _ own: ClientID,
        _ other: ClientID,
        hidden: Int64
    ) async throws {
        self.fixture = fixture
        self.own = own
        user = try await fixture.makeUser()
        if hidden > 0 { try await Self.hide(hidden, of: other, user, fixture) }
        try await fixture.save(Self.day + [Self.meal], user: user, client: own)
    }

    /// A phone and a watch by turns, now and then for long.
    private static var day: [TestSample] {
        (0..<48).map { (number: Int64) -> TestSample in
            let length: Int64 = number % 24 == 23 ? 150 : 10
            let source = number % 2 == 0 ? SourceReference.phone : .watch
            return TestSample(
                UInt64(100 + number),
                at: number * 30,
                lasting: length,
                source: source
            )
        }
    }

    private static let meal = TestSample.food(98, holding: [TestSample(99, type: .food)])

    /// Saves a sample and a meal of the other client, and copies them by hand: every ten minutes
    /// around the day, some of them long.
    private static func hide(
        _ count: Int64,
        of other: ClientID,
        _ user: UserID,
        _ fixture: StoreFixture
    ) async throws {
        let meal = TestSample.food(2, holding: [TestSample(3, type: .food)])
        try await fixture.save([TestSample(1), meal], user: user, client: other)
        let mine = "user_id = \(user.number)"
        let step = 10 * TestTime.minute
        try fixture.database.connect().script(
            """
            INSERT INTO samples (
                user_id, uuid, start_us, end_us, value, recorded_us, position, source_id,
                revision_id, client_id, type_id, user_entered, created_given
            )
            SELECT s.user_id, md5(s.user_id || '.' || s.type_id || '.' || n)::uuid,
                s.start_us + (n - \(count / 2)) * \(step)::int8,
                s.start_us + (n - \(count / 2)) * \(step)::int8
                    + CASE WHEN n % 20 = 0 THEN 3 * \(TestTime.hour)::int8 ELSE \(step) END,
                n, 0, s.position + 2 * n + 10, s.source_id, s.revision_id, s.client_id, s.type_id,
                false, false
            FROM samples AS s, generate_series(1, \(count)) AS n
            WHERE \(mine) AND s.type_id IN (\(QuantityType.steps.id), \(CorrelationType.food.rawValue));
            UPDATE user_streams SET last_position = last_position + \(2 * count + 100) WHERE \(mine);
            UPDATE source_types SET sample_count = sample_count + \(count)
            WHERE \(mine) AND type_id IN (\(QuantityType.steps.id), \(CorrelationType.food.rawValue));
            """
        )
    }

    /// The pages that a read looks at, once and again, in a session of its own: planned for its values
    /// at first, and later perhaps for any.
    func pages(of read: Read) async throws -> [Int64] {
        let pool = fixture.database.pool(size: 1)
        let store = HealthStore(pool: pool)
        var pages: [Int64] = []
        var before = try await counted(pool)
        for _ in 0..<10 {
            try await ask(read, store)
            let after = try await counted(pool)
            pages.append(after - before)
            before = after
        }
        await pool.close()
        return pages
    }

    /// All pages of the schema's tables and indexes that were looked at so far.
    private func counted(_ pool: ConnectionPool) async throws -> Int64 {
        let flush = Statement("test_flush", "SELECT pg_stat_force_next_flush()")
        try await pool.withConnection { _ = try $0.run(flush) }
        return try await fixture.query(
            """
            SELECT sum(
                heap_blks_read + heap_blks_hit + coalesce(idx_blks_read, 0)
                    + coalesce(idx_blks_hit, 0) + coalesce(toast_blks_read, 0)
                    + coalesce(toast_blks_hit, 0)
            )::int8
            FROM pg_statio_user_tables
            """
        ) { $0.int8(0, 0) }
    }

    private func ask(_ read: Read, _ store: HealthStore) async throws {
        let day = TestTime.start...(TestTime.start + TestTime.day)
        let year = (TestTime.start - 180 * TestTime.day)...(TestTime.start + 185 * TestTime.day)
        switch read {
        case .samples: try await list(.steps, store, isDescending: false)
        case .latestSamples: try await list(.steps, store, isDescending: true)
        case .foods: try await list(nil, store, isDescending: false)
        case .mostRecent:
            let latest = try await figures([year.lowerBound, year.upperBound], .mostRecent, store)
            #expect(latest[0].mostRecent?.value == 100)
        case .yearOfDays:
            let edges = (0...365).map { year.lowerBound + $0 * TestTime.day }
            let days = try await figures(edges, .sum, store).compactMap(\.sum)
            #expect(days.count == 2)
        case .afternoon:
            let start = TestTime.start + 13 * TestTime.hour + TestTime.minute
            let sums = try await figures([start, start + 4 * TestTime.hour], .sum, store)
            #expect(sums[0].sum != nil)
        case .average:
            #expect(
                try await figures([year.lowerBound, year.upperBound], .average, store)[0]
                    .average == 100
            )
        case .changes:
            let types = Catalogue.sampleTypes.map(\.id)
            let page = try await store.changes(
                ChangeQuery(
                    user: user,
                    scope: ChangeScope(types, access: .types([], ownedBy: own)),
                    after: nil,
                    limit: 1000
                )
            )
            #expect(page.changes.count == 50)
        case .explanation:
            let explanation = try await store.explanation(
                .steps,
                of: user,
                from: day.lowerBound,
                to: day.upperBound,
                visibility: .savedBy(own)
            )
            #expect(explanation.samples.count == 48)
        case .sources:
            let sources = try await store.sources(of: user, readable: [], client: own)
            #expect(sources.count == 2)
        }
    }

    private func figures(
        _ edges: [Int64],
        _ option: StatisticsOption,
        _ store: HealthStore
    ) async throws -> [BucketStatistics] {
        try await store.statistics(
            StatisticsQuery(
                user: user,
                type: .quantity(.steps),
                edges: edges.map(Instant.init(microseconds:)),
                filter: SampleFilter(visibility: .savedBy(own)),
                options: [option]
            )
        ).buckets
    }

    /// Lists steps, or meals where no type is given.
    private func list(
        _ type: QuantityType?,
        _ store: HealthStore,
        isDescending: Bool
    ) async throws {
        var query = SampleQuery.all(of: user, visibility: .savedBy(own), limit: 1000)
        query.isDescending = isDescending
        if type == nil {
            query.typeID = CorrelationType.food.rawValue
            query.contained = .types([], ownedBy: own)
        }
        let found = try await store.samplePage(query).samples
        #expect(found.count == (type == nil ? 1 : 48))
    }
}
