import HealthModel
import HealthStore
import Postgres
import TestSupport
import Testing

/// What reading from run to run relies on.
@Suite("Runs of clients", .offPool)
struct ClientRunTests {
    private static let types: [QuantityType] = [.steps, .food, .heartRate]

    /// Samples of clients that are not noted, and clients that are noted without samples.
    private func strays(_ fixture: StoreFixture) async throws -> [String] {
        try await fixture.query(
            """
            SELECT concat_ws(' ', k.type_id, k.client_id, k.samples, t.samples)
            FROM (
                SELECT user_id, type_id, client_id, count(*) AS samples
                FROM samples GROUP BY 1, 2, 3
            ) AS k
            FULL JOIN (
                SELECT user_id, type_id, client_id, sum(sample_count) AS samples
                FROM source_types GROUP BY 1, 2, 3
            ) AS t USING (user_id, type_id, client_id)
            WHERE k.samples IS DISTINCT FROM t.samples
            ORDER BY 1
            """
        ) { $0.textColumn(0) }
    }

    @Test("A client is noted for a type exactly as long as it has samples of it")
    func noted() async throws {
        var random = SeededGenerator()
        print("runs of clients: TRIBUTARY_SEED=\(random.seed)")
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let clients = [1, 2, 32_769].map(ClientID.init(number:)) + [.operator]
            for step in 0..<60 {
                let client = clients.randomElement(using: &random) ?? .operator
                let number = UInt64(client.number)
                let batch = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                    let slot = UInt64.random(in: 1...12, using: &random)
                    let version = UInt64.random(in: 0...4, using: &random)
                    return TestSample(
                        number << 20 + slot << 8 + version,
                        at: Int64(slot) * 300,
                        lasting: slot % 4 == 0 ? 200 : 10,
                        type: Self.types[Int(slot) % 3],
                        source: Bool.random(using: &random) ? .phone : .watch
                    ).version(Double(version), of: "\(slot)")
                }
                try await fixture.save(batch, user: user, client: client)
                if Bool.random(using: &random) {
                    _ = try await fixture.delete(batch, user: user)
                }
                #expect(try await strays(fixture) == [], "step \(step)")
                for type in Self.types {
                    let found = try await fixture.store.samples(.all(of: user, type: type)).count
                    let stored = try await fixture.query(
                        "SELECT count(*) FROM samples WHERE type_id = $1",
                        [.int2(type.id)]
                    ) { $0.int8(0, 0) }
                    #expect(found == Int(stored), "step \(step)")
                }
            }
        }
    }

    @Test("Clients of one run are told apart, and what they saved counts once for who sees all")
    func sharedRun() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            // Equal in the last 15 bits, which are what the indexes have.
            let clients = [7, 7 + 32_768, 7 + 65_536].map(ClientID.init(number:))
            for (place, client) in clients.enumerated() {
                let short = TestSample(UInt64(place), at: Int64(place) * 20, value: 1)
                let long = TestSample(
                    UInt64(10 + place),
                    at: Int64(place) * 1440,
                    lasting: 300,
                    value: 1,
                    type: .food
                )
                try await fixture.save([short, long], user: user, client: client)
            }
            let edges = [TestTime.start, TestTime.start + 4 * TestTime.day]
            for type in [QuantityType.steps, .food] {
                #expect(try await fixture.sums(user: user, edges: edges, type: type) == [3])
                let all = try await fixture.store.samples(.all(of: user, type: type))
                #expect(all.map(\.id) == clients.indices.map { id($0, type) })
                for (place, client) in clients.enumerated() {
                    let filter = SampleFilter(visibility: .savedBy(client))
                    let sums = try await fixture.sums(
                        user: user,
                        edges: edges,
                        type: type,
                        filter: filter
                    )
                    #expect(sums == [1])
                    let own = try await fixture.store.samples(
                        .all(of: user, type: type, visibility: .savedBy(client))
                    )
                    #expect(own.map(\.id) == [id(place, type)])
                }
            }
        }
    }

    private func id(_ place: Int, _ type: QuantityType) -> SampleID {
        SampleID(bits: UInt128(type == .food ? 10 + place : place))
    }
}
