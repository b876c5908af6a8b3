import HealthModel
import HealthStore
import Postgres
import TestSupport

/// A store on a database of its own, with what tests do to it again and again.
struct StoreFixture: Sendable {
    let store: HealthStore
    let database: TestDatabase

    /// Makes a user; most tests need one and nothing else of it.
    func makeUser(zone: Zone = .utc) async throws -> UserID {
        try await store.createUser(name: nil, timeZone: zone, by: "test").id
    }

    /// Makes a client under a bundle identifier.
    func makeClient(_ bundleIdentifier: String) async throws -> ClientID {
        try await store.createClient(
            bundleIdentifier: bundleIdentifier,
            name: bundleIdentifier,
            by: "test"
        ).id
    }

    /// Runs a statement of the test's own, as the owner, and answers what the closure reads.
    func query<Answer: Sendable>(
        _ sql: String,
        _ binds: [Bind] = [],
        _ read: @escaping @Sendable (QueryResult) throws -> Answer
    ) async throws -> Answer {
        try read(database.connect().run(Statement(sql.statementName, sql), binds))
    }

    /// Counts the rows of a table that belong to a user.
    func count(_ table: String, of user: UserID) async throws -> Int64 {
        let column = table == "users" ? "id" : "user_id"
        return try await query(
            "SELECT count(*) FROM \(table) WHERE \(column) = $1",
            [.int8(user.number)]
        ) { $0.int8(0, 0) }
    }

    /// Saves samples and answers what became of them.
    @discardableResult
    func save(
        _ samples: [TestSample],
        user: UserID,
        client: ClientID = .operator,
        isAtomic: Bool = false,
        now: Int64 = TestTime.now
    ) async throws -> [SaveOutcome] {
        try await store.save(
            NewSamples(samples, user: user, client: client, isAtomic: isAtomic),
            user: user,
            now: Instant(microseconds: now)
        ).outcomes
    }

    /// Asks for sums between edges, of all there is unless told otherwise.
    func sums(
        user: UserID,
        edges: [Int64],
        type: QuantityType = .steps,
        filter: SampleFilter = SampleFilter(visibility: .all),
        strict: StrictOptions = [],
        axis: TimeAxis = .instant
    ) async throws -> [Double?] {
        try await store.statistics(
            StatisticsQuery(
                user: user,
                type: .quantity(type),
                edges: edges.map(Instant.init(microseconds:)),
                filter: filter,
                strict: strict,
                axis: axis,
                options: [.sum]
            )
        ).buckets.map(\.sum)
    }
}

/// Runs a test with a store on a fresh database.
func withStore<Answer>(
    poolSize: Int = 4,
    _ body: (StoreFixture) async throws -> Answer
) async throws -> Answer {
    try await withDatabase { database in
        let store = HealthStore(pool: database.pool(size: poolSize))
        return try await body(StoreFixture(store: store, database: database))
    }
}

extension String {
    /// A name for a statement of a test: different statements need different ones.
    fileprivate var statementName: String {
        "test_" + String(UInt(bitPattern: hashValue), radix: 36)
    }
}

extension QuantityType {
    /// Steps: cumulative, merged by rate.
    static let steps = named("stepCount")
    /// Energy eaten: cumulative, added up over all sources.
    static let food = named("dietaryEnergyConsumed")
    /// Heart rate: discrete.
    static let heartRate = named("heartRate")
    /// Body mass: discrete, averaged without weights.
    static let bodyMass = named("bodyMass")

    private static func named(_ name: String) -> QuantityType {
        guard let type = Catalogue.quantityType(name) else {
            preconditionFailure("the catalogue lacks \(name)")
        }
        return type
    }
}

/// Times of the tests, in microseconds: a day well inside the years in use, and units.
enum TestTime {
    static let second: Int64 = 1_000_000
    static let minute: Int64 = 60 * second
    static let hour: Int64 = 60 * minute
    static let day: Int64 = 24 * hour
    /// Midnight UTC of 2024-10-04.
    static let start: Int64 = 20_000 * day
    /// When samples are accepted.
    static let now: Int64 = start + 1000 * day
}
