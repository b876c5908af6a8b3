import HealthModel
import TestSupport

@testable import HealthStore

/// What a writer of a concurrent workload may do next.
///
/// Whatever changes samples belongs here: verification must find nothing wrong beside any of it.
enum WriterAction: CaseIterable {
    /// Pushes samples, of which others may have pushed some.
    case push
    /// Pushes samples again with a later time of recording.
    case pushLater
    /// Sets another order of sources, or switches one off.
    case changeOrder
    /// Reads totals, which settles days.
    case read
}

/// One of several writers that work on the same users at the same time, drawn at random.
struct ConcurrentWriter {
    let fixture: StoreFixture
    let users: [UserID]
    var generator: SeededGenerator

    private static let types: [QuantityType] = [.steps, .steps, .food, .heartRate]
    private static let sources: [SourceReference] = [.phone, .watch, .scale, .tracker]
    private static let sampleCount: UInt64 = 400

    /// Does so many things, one after the other.
    mutating func run(actions: Int) async throws {
        for _ in 0..<actions {
            let user = users.randomElement(using: &generator) ?? users[0]
            let action = WriterAction.allCases.randomElement(using: &generator) ?? .push
            try await perform(action, for: user)
        }
    }

    private mutating func perform(_ action: WriterAction, for user: UserID) async throws {
        switch action {
        case .push:
            try await fixture.save(samples(), user: user, client: client())
        case .pushLater:
            let moment = TestTime.now + Int64.random(in: 1...1000, using: &generator)
            let later = samples().map { $0.with { $0.created = moment } }
            try await fixture.save(later, user: user, client: client())
        case .changeOrder: try await changeOrder(of: user)
        case .read:
            let type: QuantityType = Bool.random(using: &generator) ? .steps : .food
            let start = TestTime.start + Int64.random(in: -1...90, using: &generator) * TestTime.day
            let edges = [start, start + 40 * TestTime.day]
            _ = try await fixture.sums(user: user, edges: edges, type: type)
        }
    }

    private mutating func changeOrder(of user: UserID) async throws {
        let order = TestOrder(
            ranked: Array(Self.sources.shuffled(using: &generator).prefix(2)),
            disabled: Bool.random(using: &generator) ? [.scale] : []
        )
        do {
            try await fixture.store.setOrder(order, of: user)
        } catch HealthStoreError.sourceNotFound {
            // Nobody has pushed anything of it yet.
        }
    }

    private mutating func client() -> ClientID {
        ClientID(number: Int32.random(in: 0...2, using: &generator))
    }

    private mutating func samples() -> [TestSample] {
        let count = Int.random(in: 1...25, using: &generator)
        return (0..<count).map { _ in
            Self.sample(UInt64.random(in: 0..<Self.sampleCount, using: &generator))
        }
    }

    /// The sample of a number: whoever pushes it pushes the same.
    private static func sample(_ number: UInt64) -> TestSample {
        var generator = SeededGenerator(seed: number)
        let type = types.randomElement(using: &generator) ?? .steps
        let lengths: [Int64] = [0, 1, 10, 60, 119, 121, 1440, 3 * 1440]
        return TestSample(
            number,
            at: Int64.random(in: 0..<100 * 1440, using: &generator),
            lasting: lengths.randomElement(using: &generator) ?? 1,
            value: Double.random(in: 0..<5000, using: &generator),
            type: type,
            isUserEntered: Int.random(in: 0..<8, using: &generator) == 0,
            source: sources.randomElement(using: &generator) ?? .phone
        )
    }
}
