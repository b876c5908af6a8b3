import HealthModel
import Postgres
import TestSupport
import Testing

@testable import HealthStore

/// The law of the feed: whoever pulls while others write ends with exactly what is live.
@Suite("Feed law", .offPool)
struct FeedLawTests {
    private static let types: [QuantityType] = [.steps, .heartRate, .food]

    /// One writer's doings: samples, new versions, deletions, of its own identifiers.
    private func write(
        _ fixture: StoreFixture,
        _ user: UserID,
        _ client: ClientID,
        number: UInt64,
        seed: UInt64
    ) async throws {
        var random = SeededGenerator(seed: seed &+ number)
        for round in 0..<12 {
            let batch = (0..<Int.random(in: 1...8, using: &random)).map { _ in
                let slot = UInt64.random(in: 1...30, using: &random)
                return TestSample(
                    number * 100_000 + slot * 1000 + UInt64.random(in: 0...2, using: &random),
                    at: Int64(slot) * 20,
                    value: Double(round),
                    type: Self.types[Int(slot) % 3]
                ).version(Double(round), of: "\(number).\(slot)")
            }
            try await fixture.save(batch, user: user, client: client)
            if Bool.random(using: &random) {
                _ = try await fixture.delete([batch[0]], user: user)
            }
        }
    }

    private func live(
        _ fixture: StoreFixture,
        _ user: UserID,
        types: [Int16],
        client: ClientID?
    ) async throws -> [SampleID: Double] {
        try await fixture.query(
            """
            SELECT uuid, value FROM samples
            WHERE user_id = $1 AND type_id = ANY($2) AND ($3::int4 IS NULL OR client_id = $3)
            """,
            [.int8(user.number), .int2Array(types), .int4(client?.number)]
        ) { rows in
            Dictionary(
                uniqueKeysWithValues: (0..<rows.rowCount).map {
                    (SampleID(bits: rows.uuid($0, 0)), rows.float8($0, 1))
                }
            )
        }
    }

    @Test("Eight writers and four readers: every reader ends with the live set, told once")
    func law() async throws {
        let seed = UInt64.random(in: .min ... .max)
        try await withStore(poolSize: 8) { fixture in
            let user = try await fixture.makeUser()
            var clients: [ClientID] = []
            for number in 0..<8 {
                clients.append(try await fixture.makeClient("com.example.app\(number)"))
            }
            let all = Catalogue.sampleTypes.map(\.id)
            let steps = [QuantityType.steps.id]
            let mixed = [QuantityType.steps.id, QuantityType.food.id]
            let views: [(types: [Int16], access: ReadAccess, client: ClientID?)] = [
                (all, .everything, nil), (mixed, .everything, nil),
                (all, .types([], ownedBy: clients[0]), clients[0]),
                (steps, .types(steps, ownedBy: clients[1]), nil),
            ]
            let readers = try await withThrowingTaskGroup(of: FeedReader?.self) { group in
                for (number, client) in clients.enumerated() {
                    group.addTask {
                        try await write(
                            fixture,
                            user,
                            client,
                            number: UInt64(number + 1),
                            seed: seed
                        )
                        return nil
                    }
                }
                for (number, view) in views.enumerated() {
                    group.addTask {
                        var random = SeededGenerator(seed: seed &- UInt64(number))
                        var reader = FeedReader(
                            fixture,
                            user,
                            types: view.types,
                            access: view.access
                        )
                        for _ in 0..<40 {
                            try await reader.pull(limit: Int.random(in: 1...40, using: &random))
                        }
                        return reader
                    }
                }
                return try await group.reduce(into: [FeedReader]()) { readers, reader in
                    if let reader { readers.append(reader) }
                }
            }
            #expect(readers.count == views.count)
            for var reader in readers {
                try await reader.pullAll(limit: 7)
                let view = try #require(
                    views.first { ChangeScope($0.types, access: $0.access) == reader.scope }
                )
                let expected = try await live(
                    fixture,
                    user,
                    types: view.types,
                    client: view.client
                )
                #expect(reader.held == expected, "seed \(seed)")
                #expect(reader.contradictions == [], "seed \(seed)")
                #expect(!expected.isEmpty)
            }
        }
    }

    @Test("A reader without read is told the same as in a world with only its samples")
    func alone() async throws {
        let seed = UInt64.random(in: .min ... .max)
        try await withStore { fixture in
            let mine = try await fixture.makeClient("com.example.mine")
            let other = try await fixture.makeClient("com.example.other")
            var pages: [[[String]]] = []
            for isAlone in [true, false] {
                let user = try await fixture.makeUser()
                var reader = FeedReader(fixture, user, access: .types([], ownedBy: mine))
                var told: [[String]] = []
                for round in 0..<4 {
                    if !isAlone {
                        try await write(fixture, user, other, number: 9, seed: seed)
                    }
                    var random = SeededGenerator(seed: seed &+ UInt64(round))
                    let samples = (1...9).map { slot in
                        TestSample(UInt64(round * 100 + slot), at: Int64(slot) * 20)
                    }
                    try await fixture.save(samples, user: user, client: mine)
                    _ = try await fixture.delete([samples[3]], user: user)
                    let page = try await reader.pull(limit: Int.random(in: 3...9, using: &random))
                    told.append(page.changes.map(\.word) + ["\(page.isCut)"])
                }
                pages.append(told)
            }
            #expect(pages[0] == pages[1], "seed \(seed)")
        }
    }
}

extension Change {
    /// The change in short.
    fileprivate var word: String {
        switch self {
        case .added(let sample): "+\(sample.id.bits)"
        case .deleted(let id, let typeID): "-\(id.bits) \(typeID)"
        }
    }
}
