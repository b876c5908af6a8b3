import HealthModel
import HealthStore
import TestSupport

/// A user's life with the store, drawn at random.
///
/// Pushes in any batching, order and repetition, versions of some samples, deletions, changes of the
/// order of sources, and reads in between, so that days settle at odd moments. Some samples are of
/// a category, which no total counts.
///
/// Beside the store it keeps what must be there by the rules, for the oracle.
struct RandomHistory {
    /// What is stored, and what was.
    private(set) var expected = ExpectedSamples()
    /// The order of sources in force.
    private(set) var order = TestOrder()
    /// How the history can be told again.
    let label: String
    /// The first instant any sample may cover, and the first none does.
    let span: ClosedRange<Int64>

    private let fixture: StoreFixture
    private let user: UserID
    private let type: QuantityType
    private let samples: [TestSample]
    private var generator: SeededGenerator

    private static let sources: [SourceReference] = [
        .phone, .watch, .scale, .tracker, .named("com.example.old", product: "iPhone9,1"),
    ]

    private static let sleepID = Catalogue.sampleType("sleepAnalysis")?.id

    /// Minutes east of UTC, the outermost zones among them; nil where nobody wrote it down.
    private static let offsets: [Int16?] = [nil, nil, 0, 60, -300, 345, 840, -720]

    /// Draws the samples of a history.
    init(_ fixture: StoreFixture, user: UserID, type: QuantityType, _ generator: SeededGenerator) {
        var generator = generator
        label = "seed \(generator.seed)"
        self.fixture = fixture
        self.user = user
        self.type = type
        let days = Int64.random(in: 1...4, using: &generator)
        span = TestTime.start...TestTime.start + (days + 5) * TestTime.day
        let count = Int.random(in: 1...60, using: &generator)
        samples = (0..<count).map { number in
            Self.sample(UInt64(number), type: type, days: days, using: &generator)
        }
        self.generator = generator
    }

    /// What is stored of the type, in no order.
    var contents: [TestSample] { expected.live.values.filter { $0.kind == nil } }

    /// What the rules make of what is stored.
    var oracle: Oracle { Oracle(contents, order, behavior: type.merge) }

    /// The keys of the sources that are known.
    var keys: [SampleID] {
        knownSources.map { $0.key(of: user) }
    }

    private var knownSources: [SourceReference] {
        Self.sources.filter { source in expected.live.values.contains { $0.source == source } }
    }

    /// Lives the history to its end, asking in between; answers what was not as it should be.
    mutating func run() async throws -> [String] {
        var problems: [String] = []
        var waiting = (samples + samples.shuffled(using: &generator).prefix(samples.count / 2))
            .shuffled(using: &generator)
        while !waiting.isEmpty {
            let size = Int.random(in: 1...max(1, samples.count / 2), using: &generator)
            let batch = Array(waiting.prefix(size)).map { contested($0) }
            waiting.removeFirst(batch.count)
            let outcomes = try await fixture.save(batch, user: user)
            let truth = batch.map { expected.push($0) }
            if outcomes != truth { problems.append("\(label): \(outcomes) is not \(truth)") }
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: try await changeOrder()
            case 1: problems += try await ask(edges: 2...4)
            case 2: problems += try await delete()
            case 3: problems += try await deleteRange()
            default: break
            }
        }
        return problems
    }

    /// Deletes some samples, known ones and others.
    private mutating func delete() async throws -> [String] {
        let count = Int.random(in: 1...5, using: &generator)
        let asked = (0..<count).compactMap { _ in samples.randomElement(using: &generator) }
        let outcomes = try await fixture.delete(asked, user: user)
        let truth = asked.map { expected.delete($0.id) }
        return outcomes == truth ? [] : ["\(label): deleted \(outcomes), not \(truth)"]
    }

    /// Deletes a short range of the type.
    private mutating func deleteRange() async throws -> [String] {
        let start = Int64.random(in: span, using: &generator)
        let end = start + Int64.random(in: 0...4 * TestTime.hour, using: &generator)
        let inside = contents.filter { sample in
            sample.start < end && (sample.end > start || sample.start >= start)
        }
        for sample in inside { _ = expected.delete(sample.id) }
        let range = TimeRange(
            start: Instant(microseconds: start),
            end: Instant(microseconds: end)
        )
        let selection = SampleDeletion.Selection.range(typeID: type.id, range, [])
        let count = try await fixture.delete(selection, user: user).deletedCount
        return count == inside.count ? [] : ["\(label): deleted \(count) of \(inside.count)"]
    }

    /// Compares positions, live samples, marks and counts with what they must be.
    func verifyChanges() async throws -> [String] {
        var problems: [String] = []
        let state = try await fixture.state(of: user)
        if state.live.count != expected.live.count { problems.append("\(label): \(state)") }
        if state.deleted.count != expected.deleted.count { problems.append("\(label): \(state)") }
        if state.counts.joined().contains("kept") { problems.append("\(label): \(state.counts)") }
        let last = try await fixture.lastPosition(of: user)
        if last != expected.changes { problems.append("\(label): at \(last)") }
        return problems
    }

    /// Asks for sums between random edges and compares them with the oracle's.
    mutating func ask(edges count: ClosedRange<Int>) async throws -> [String] {
        let edges = randomEdges(count)
        let sums = try await fixture.sums(user: user, edges: edges, type: type)
        let truth = oracle.sums(edges)
        return agree(sums, truth) ? [] : ["\(label): \(sums) is not \(truth) at \(edges)"]
    }

    /// Draws ascending edges: some on days, some on quarter hours, some on ends of samples, some
    /// anywhere.
    mutating func randomEdges(_ count: ClosedRange<Int>) -> [Int64] {
        let hour = 60 * TestTime.minute
        let alignments = [1, TestTime.second, 15 * TestTime.minute, hour, TestTime.day, 0]
        let alignment = alignments.randomElement(using: &generator) ?? 1
        var edges: Set<Int64> = []
        for _ in 0..<Int.random(in: count, using: &generator) {
            let instant = Int64.random(in: span, using: &generator)
            if alignment == 0, let sample = samples.randomElement(using: &generator) {
                edges.insert(Bool.random(using: &generator) ? sample.start : sample.end)
            } else {
                edges.insert(instant - instant % max(alignment, 1))
            }
        }
        // Draws may coincide, and there have to be two.
        while edges.count < 2 { edges.insert(Int64.random(in: span, using: &generator)) }
        return edges.sorted()
    }

    /// A generator for what comes beside the history.
    mutating func fork() -> SeededGenerator { SeededGenerator(seed: generator.next()) }

    /// Now and then another content under the same identifier, which must change nothing.
    private mutating func contested(_ sample: TestSample) -> TestSample {
        guard Int.random(in: 0..<40, using: &generator) == 0 else { return sample }
        return sample.with { $0.value += 1000 }
    }

    private mutating func changeOrder() async throws {
        let known = knownSources
        let shuffled = known.shuffled(using: &generator)
        let cut = Int.random(in: 0...shuffled.count, using: &generator)
        order.ranked = Array(shuffled[..<cut])
        let isDisabling = Int.random(in: 0..<3, using: &generator) == 0
        order.disabled = isDisabling ? Array(known.shuffled(using: &generator).prefix(1)) : []
        try await fixture.store.setOrder(order, of: user, type: type)
    }

    private static func sample(
        _ number: UInt64,
        type: QuantityType,
        days: Int64,
        using generator: inout SeededGenerator
    ) -> TestSample {
        var start = TestTime.start + Int64.random(in: 0..<days * TestTime.day, using: &generator)
        // Equal starts and ends on edges are where mistakes hide.
        let grids: [Int64] = [1, TestTime.minute, 15 * TestTime.minute, TestTime.hour]
        let grid = grids.randomElement(using: &generator) ?? 1
        start -= start % grid
        let length =
            switch Int.random(in: 0..<10, using: &generator) {
            case 0, 1: Int64(0)
            case 2: Int64.random(in: 0...5 * TestTime.day, using: &generator)
            case 3: 2 * TestTime.hour + Int64.random(in: -1...1, using: &generator)
            case 4: Int64.random(in: 1...1000, using: &generator)
            default: Int64.random(in: 1...90, using: &generator) * TestTime.minute
            }
        let isZero = Int.random(in: 0..<8, using: &generator) == 0
        let recorded = Int64.random(in: 0..<4, using: &generator)
        return TestSample(number, type: type).with { sample in
            sample.start = start
            sample.end = start + length
            sample.value = isZero ? 0 : Double.random(in: 0..<5000, using: &generator)
            sample.created = recorded == 0 ? nil : TestTime.now - recorded
            sample.startOffset = offsets.randomElement(using: &generator) ?? nil
            let isTravelling = Int.random(in: 0..<4, using: &generator) == 0
            sample.endOffset =
                isTravelling
                ? offsets.randomElement(using: &generator) ?? nil : sample.startOffset
            sample.isUserEntered = Int.random(in: 0..<6, using: &generator) == 0
            sample.source = sources.randomElement(using: &generator) ?? .phone
            if Int.random(in: 0..<3, using: &generator) == 0 {
                // Few identifiers with few versions, under uuids of their own or one for two.
                let key = Int.random(in: 0..<4, using: &generator)
                let version = Double(Int.random(in: 1...6, using: &generator))
                sample.sync = SyncIdentity(identifier: "\(key)", version: version)
                sample.id = SampleID(bits: UInt128(number / 2 * 2))
            }
            if Int.random(in: 0..<12, using: &generator) == 0 { sample.kind = sleepID }
        }
    }
}
