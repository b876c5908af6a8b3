import HealthModel
import HealthStore
import MergeEngine
import Postgres
import TestSupport
import Testing

@Suite("What a client without read sees", .offPool)
struct VisibilityTests {
    @Test("Every answer equals that of a store in which only its own samples exist")
    func asIfNothingElseExisted() async throws {
        for round in 0..<6 {
            let generator = SeededGenerator()
            print("visibility: TRIBUTARY_SEED=\(generator.seed)")
            let world = World(generator)
            let full = try await withStore { fixture in
                try await world.build(in: fixture, onlyOwn: false)
                return try await world.answers(of: fixture)
            }
            let own = try await withStore { fixture in
                try await world.build(in: fixture, onlyOwn: true)
                return try await world.answers(of: fixture)
            }
            #expect(full.count == own.count)
            for (left, right) in zip(full, own) {
                #expect(left == right, "round \(round), seed \(generator.seed)")
            }
        }
    }

    @Test("The source a client shares with another keeps the name this client gave it")
    func names() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let own = try await fixture.makeClient("com.example.own")
            let other = try await fixture.makeClient("com.example.other")
            let names: [(UInt64, QuantityType, String?, ClientID)] = [
                (1, .steps, "Mine", own), (2, .steps, "Theirs", other), (3, .steps, nil, own),
                (4, .food, "Secret", other), (5, .heartRate, nil, own),
            ]
            for (id, type, name, client) in names {
                let source = SourceReference.phoneOfVersion(nil, name: name)
                let sample = TestSample(id, at: Int64(id), type: type, source: source)
                try await fixture.save([sample], user: user, client: client)
            }
            func name(readable types: [QuantityType]?, _ client: ClientID?) async throws -> String?
            {
                let sources = try await fixture.store.sources(
                    of: user,
                    readable: types?.map(\.id),
                    client: client
                )
                return sources.first?.name
            }
            #expect(try await name(readable: [], own) == "Mine")
            #expect(try await name(readable: [.steps], own) == "Theirs")
            #expect(try await name(readable: [.food], own) == "Secret")
            #expect(try await name(readable: nil, nil) == "Secret")
            for (visibility, expected) in [(Visibility.savedBy(own), "Mine"), (.all, "Theirs")] {
                let explanation = try await fixture.store.explanation(
                    .steps,
                    of: user,
                    from: wholeDay[0],
                    to: wholeDay[1],
                    visibility: visibility
                )
                #expect(explanation.sources.map(\.name) == [expected])
                let order = try await fixture.store.order(of: user, visibility: visibility)
                #expect(order.ranking.map(\.source.name) == [expected])
            }
            let samples = try await fixture.store.samples(
                .all(of: user, visibility: .savedBy(own))
            )
            #expect(samples.map(\.origin.source.name) == ["Mine", nil])
        }
    }

    @Test("A source is listed to those who may read a type of it or saved something from it")
    func sources() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let own = try await fixture.makeClient("com.example.own")
            let other = try await fixture.makeClient("com.example.other")
            try await fixture.save([TestSample(1)], user: user, client: own)
            try await fixture.save(
                [
                    TestSample(2, type: .food, source: .scale),
                    TestSample(3, type: .heartRate, source: .watch),
                ],
                user: user,
                client: other
            )
            let expected: [([QuantityType], ClientID, [SourceReference])] = [
                ([], own, [.phone]), ([.food], own, [.phone, .scale]),
                ([], other, [.watch, .scale]),
                ([.steps], other, [.watch, .phone, .scale]), ([.bodyMass], .operator, []),
            ]
            for (types, client, sources) in expected {
                let listed = try await fixture.store.sources(
                    of: user,
                    readable: types.map(\.id),
                    client: client
                )
                #expect(listed.map(\.key) == sources.map { $0.key(of: user) })
            }
        }
    }
}

/// What two clients saved for one user, and what is asked about it.
private struct World {
    private let user = UserID(number: 4711)
    private let own = ClientID(number: 1)
    private let other = ClientID(number: 2)
    private let batches: [(client: ClientID, samples: [TestSample])]
    private let edges: [[Int64]]
    private let order: TestOrder

    init(_ generator: SeededGenerator) {
        var generator = generator
        let sources: [SourceReference] = [.phone, .watch, .scale, .tracker]
        let types: [QuantityType] = [.steps, .steps, .food, .heartRate]
        let own = own
        let other = other
        batches = (0..<8).map { batch in
            let samples = (0..<12).map { number in
                TestSample(
                    UInt64(batch * 12 + number),
                    at: .random(in: 0..<2000, using: &generator),
                    lasting: .random(in: 0...180, using: &generator),
                    value: Double(Int.random(in: 0..<100, using: &generator)),
                    type: types.randomElement(using: &generator) ?? .steps,
                    created: .random(in: 0..<3, using: &generator),
                    offset: [nil, 60, -300].randomElement(using: &generator) ?? nil,
                    isUserEntered: Int.random(in: 0..<5, using: &generator) == 0,
                    // The last one belongs to one client alone.
                    source: sources[.random(in: 0..<(batch % 2 == 0 ? 4 : 3), using: &generator)]
                )
            }
            // A name for each client: what one calls a source must not reach the other.
            let named = samples.map { sample in
                sample.with { changed in
                    let revision = sample.source.revision
                    changed.source = .named(
                        revision.bundleIdentifier,
                        product: revision.productType,
                        name: "named by \(batch % 2)",
                        version: "\(batch)"
                    )
                }
            }
            return (batch % 2 == 0 ? other : own, named)
        }
        edges = (0..<6).map { _ in
            let edges = (0..<4).map { _ in
                TestTime.start + TestTime.minute * .random(in: -60..<2100, using: &generator)
            }
            return Set(edges + [TestTime.start - TestTime.day]).sorted()
        }
        // Only sources of this client may be in the order of a store that has no others.
        order = TestOrder(
            ranked: [.scale, .phone],
            disabled: Bool.random(using: &generator) ? [.watch] : []
        )
    }

    /// Fills a store; with the same identifiers for user and clients, whoever's samples are in it.
    func build(in fixture: StoreFixture, onlyOwn: Bool) async throws {
        _ = try await fixture.makeClient("com.example.own")
        _ = try await fixture.makeClient("com.example.other")
        for table in ["users (id)", "user_streams (user_id)"] {
            _ = try await fixture.query(
                "INSERT INTO \(table) VALUES ($1)",
                [.int8(user.number)]
            ) { $0.affectedRows }
        }
        for (client, samples) in batches where !onlyOwn || client == own {
            try await fixture.save(samples, user: user, client: client)
        }
        // Totals that are kept for everybody must not shine through.
        _ = try await fixture.sums(user: user, edges: edges[0])
        try await fixture.store.setOrder(order, of: user)
    }

    /// All that the client can ask, each answer as text without what is internal to a store.
    func answers(of fixture: StoreFixture) async throws -> [String] {
        let sources = try await fixture.store.sources(of: user, readable: [], client: own)
        var answers = sources.map(text)
        for type in [QuantityType.steps, .food, .heartRate] {
            for isDescending in [false, true] {
                var query = SampleQuery.all(of: user, type: type, visibility: .savedBy(own))
                query.isDescending = isDescending
                answers += try await fixture.store.samples(query).map { "\($0)" }
                query.limit = 5
                answers += try await fixture.store.samples(query).map { "\($0)" }
            }
            for edges in edges {
                answers += try await statistics(of: fixture, type, edges)
            }
        }
        for edges in edges {
            for type in [QuantityType.steps, .food] {
                answers.append(
                    text(
                        try await fixture.store.explanation(
                            type,
                            of: user,
                            from: edges[0],
                            to: edges[edges.count - 1],
                            visibility: .savedBy(own)
                        )
                    )
                )
            }
        }
        let order = try await fixture.store.order(of: user, visibility: .savedBy(own))
        answers += [order.ranked, order.disabled].map { $0.map(text).joined() }
        answers += order.ranking.map { "\(text($0.source)) \($0.sourceClass) \($0.isExplicit)" }
        return answers
    }

    private func statistics(
        of fixture: StoreFixture,
        _ type: QuantityType,
        _ edges: [Int64]
    ) async throws -> [String] {
        let isDiscrete = type.merge == .none
        var query = StatisticsQuery(
            user: user,
            type: .quantity(type),
            edges: edges.map(Instant.init(microseconds:)),
            filter: SampleFilter(visibility: .savedBy(own)),
            options: isDiscrete
                ? [.average, .min, .max, .mostRecent, .duration] : [.sum, .mostRecent, .duration]
        )
        var answers: [String] = []
        for variant in 0..<5 {
            query.isSeparatedBySource = variant == 1
            query.axis = variant == 2 ? .recorded : .instant
            query.strict = variant == 3 ? [.start] : []
            query.filter.isUserEntered = variant == 4 ? false : nil
            let answer = try await fixture.store.statistics(query)
            answers.append("\(variant) \(answer.buckets)")
            answers += answer.bySource.map { "\(text($0.source)) \($0.buckets)" }
        }
        return answers
    }

    private func text(_ source: SourceRecord) -> String {
        "\(source.key) \(source.identity) \(source.name ?? "-")"
    }

    private func text(_ explanation: Explanation) -> String {
        """
        \(explanation.samples) \(explanation.segments) \(explanation.sources.map(text)) \
        \(explanation.disabled.map(text)) \(explanation.sum.map { "\($0)" } ?? "-")
        """
    }
}
