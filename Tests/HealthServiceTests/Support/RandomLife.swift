import HealthModel
import HealthStore
import TestSupport
import Testing

/// Samples of one type by several sources and two clients, an order of sources, and questions about
/// them, all drawn at random.
struct RandomLife {
    private let type: StatisticsType
    private var generator: SeededGenerator
    private var samples: [TestSample] = []
    private var sources: [String] = []

    private static let hour: Int64 = 3_600_000_000
    /// The first instant that a sample may cover: 29 November 2026 UTC.
    private static let base: Int64 = 1_795_910_400_000_000
    private static let products: [String?] = ["Watch6,7", "iPhone15,2", nil, nil]
    private static let offsets: [Int16?] = [nil, nil, 0, 60, -300, 345, 840, -720]

    init(_ type: StatisticsType, _ generator: SeededGenerator) {
        self.type = type
        self.generator = generator
    }

    /// Stores the samples, half of them through a client that may not read; answers who may ask.
    mutating func live(
        _ api: TestAPI
    ) async throws -> [(who: String, (caller: Caller, path: String))] {
        let reader = try await api.person(timeZone: "Asia/Kathmandu")
        let writer = try await api.join(user: reader.id, read: [])
        let count = Int.random(in: 2...40, using: &generator)
        samples = (0..<count).map { sample(UInt64($0)) }
        let cut = Int.random(in: 1..<count, using: &generator)
        try await api.save(Array(samples[..<cut]), of: reader)
        try await api.save(Array(samples[cut...]), of: writer)
        let listed = try await api.admin.get(reader.path("/sources"))["sources"].elements
        sources = listed.compactMap { $0["id"].string }
        if Bool.random(using: &generator) { try await setOrder(api, reader) }
        return [
            ("reader", (reader.app, "/v1/users/me")), ("writer", (writer.app, "/v1/users/me")),
            ("admin", (api.admin, reader.path(""))),
        ]
    }

    private mutating func setOrder(_ api: TestAPI, _ person: Person) async throws {
        let shuffled = sources.shuffled(using: &generator).map(JSONTree.string)
        let isDisabling = Bool.random(using: &generator)
        let order: JSONTree = [
            "order": .array(Array(shuffled.dropFirst())),
            "disabled": .array(isDisabling ? Array(shuffled.prefix(1)) : []),
        ]
        let path = person.path("/sources/order/\(type.identifier)")
        #expect(try await api.admin.put(path, order).status == 200)
    }

    private mutating func sample(_ number: UInt64) -> TestSample {
        let source = Int.random(in: 0..<Self.products.count, using: &generator)
        let grids: [Int64] = [1, 60_000_000, Self.hour]
        let grid = grids.randomElement(using: &generator) ?? 1
        var start = Self.base + Int64.random(in: 0..<30 * Self.hour, using: &generator)
        start -= start % grid
        let lengths: [Int64] = [
            0, 60_000_000, Self.hour / 4, Self.hour, 2 * Self.hour, 9 * Self.hour,
        ]
        let longest = lengths.randomElement(using: &generator) ?? 0
        return TestSample(
            type: type,
            start: start,
            end: start + Int64.random(in: 0...longest, using: &generator),
            value: value(),
            bundle: "com.example.source\(source)",
            product: Self.products[source],
            isUserEntered: Int.random(in: 0..<5, using: &generator) == 0,
            created: Self.base + Int64.random(in: 0..<3, using: &generator),
            offset: Self.offsets.randomElement(using: &generator) ?? nil,
            id: SampleID(bits: UInt128(number + 1))
        )
    }

    private mutating func value() -> Double {
        switch type {
        case .quantity:
            Bool.random(using: &generator) ? 0 : Double.random(in: 0..<5000, using: &generator)
        case .category(let type):
            Double(type.values.keys.sorted().randomElement(using: &generator) ?? 0)
        }
    }

    /// Draws a question that statistics and explanation both take.
    mutating func question() -> [(String, String)] {
        var ends: [Int64] = []
        for _ in 0..<2 {
            let sample = samples.randomElement(using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: ends.append(sample?.start ?? Self.base)
            case 1: ends.append(sample?.end ?? Self.base)
            case 2: ends.append(Self.base + Self.hour * .random(in: -15...50, using: &generator))
            default:
                ends.append(Self.base + .random(in: 0..<40 * Self.hour, using: &generator))
            }
        }
        let times = ends.sorted().map {
            RFC3339.format(ZonedInstant(Instant(microseconds: $0), offsetInMinutes: 0))
        }
        var query = [("start", times[0]), ("end", times[1])]
        let zones: [String?] = [nil, nil, "recorded", "Europe/Paris"]
        add("timeZone", zones.randomElement(using: &generator) ?? nil, to: &query)
        let stricts: [String?] = [nil, nil, nil, "start", "end", "start,end"]
        add("strict", stricts.randomElement(using: &generator) ?? nil, to: &query)
        let entered: [String?] = [nil, nil, nil, "only", "exclude"]
        add("userEntered", entered.randomElement(using: &generator) ?? nil, to: &query)
        if Int.random(in: 0..<3, using: &generator) == 0 {
            let chosen = sources.shuffled(using: &generator).prefix(2)
            add("source", chosen.joined(separator: ","), to: &query)
        }
        if case .category(let category) = type, Bool.random(using: &generator) {
            let names = category.values.sorted { $0.key < $1.key }.map(\.value)
                .shuffled(using: &generator)
            add("value", names.prefix(3).joined(separator: ","), to: &query)
        }
        return query
    }

    private func add(_ name: String, _ value: String?, to query: inout [(String, String)]) {
        if let value, !value.isEmpty { query.append((name, value)) }
    }
}
