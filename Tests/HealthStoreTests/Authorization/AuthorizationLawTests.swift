import HealthModel
import HealthStore
import TestSupport
import Testing

/// Decisions against an obvious and slow account of them.
@Suite("Law of authorization decisions", .offPool)
struct AuthorizationLawTests {
    /// One thing to be decided.
    private struct Question: Hashable {
        let type: Int16
        let isShare: Bool
    }

    /// What was decided, question by question, and in no other form.
    private struct Oracle {
        var answers: [Question: Bool] = [:]

        func open(_ types: [Int16], isShare: Bool) -> [Int16] {
            Set(types).sorted().filter { answers[Question(type: $0, isShare: isShare)] == nil }
        }

        mutating func decide(_ asked: [Int16], _ allowed: [Int16], isShare: Bool) {
            for type in open(asked, isShare: isShare) {
                answers[Question(type: type, isShare: isShare)] = allowed.contains(type)
            }
        }
    }

    private static let types: [Int16] = [
        QuantityType.steps.id, QuantityType.food.id, QuantityType.heartRate.id,
        QuantityType.bodyMass.id,
    ]

    @Test("Whatever is asked and decided, and in whatever order, what was decided first stays")
    func law() async throws {
        var generator = SeededGenerator()
        print("seed \(generator.seed)")
        try await withStore { fixture in
            let client = try await fixture.makeClient("com.example.app")
            for round in 0..<25 {
                let user = try await fixture.makeUser()
                var oracle = Oracle()
                try await grant(at: user, client, &oracle, fixture, &generator)
                var open: [AuthorizationRequest] = []
                for _ in 0..<10 {
                    if Bool.random(using: &generator) || open.isEmpty {
                        open += try await ask(user, client, oracle, fixture, &generator)
                    } else if let request = open.randomElement(using: &generator) {
                        open.removeAll { $0.id == request.id }
                        try await decide(request, &oracle, fixture, &generator)
                    }
                    try await compare(user, client, oracle, fixture, "round \(round)")
                }
            }
        }
    }

    private func some(_ generator: inout SeededGenerator) -> [Int16] {
        Self.types.filter { _ in Bool.random(using: &generator) }
    }

    private func maybe(_ generator: inout SeededGenerator) -> Bool? {
        [nil, true, false].randomElement(using: &generator) ?? nil
    }

    /// Decides some things beforehand, among them something about all types.
    private func grant(
        at user: UserID,
        _ client: ClientID,
        _ oracle: inout Oracle,
        _ fixture: StoreFixture,
        _ generator: inout SeededGenerator
    ) async throws {
        var grants = Grants()
        if Int.random(in: 0..<3, using: &generator) == 0 {
            grants.otherwise.mayShare = maybe(&generator)
            grants.otherwise.mayRead = maybe(&generator)
        }
        for type in some(&generator) {
            grants.byType[type] = Grant(
                mayShare: maybe(&generator),
                mayRead: maybe(&generator)
            )
        }
        for type in Self.types {
            let own = grants.byType[type]
            oracle.answers[Question(type: type, isShare: true)] =
                own?.mayShare ?? grants.otherwise.mayShare
            oracle.answers[Question(type: type, isShare: false)] =
                own?.mayRead ?? grants.otherwise.mayRead
        }
        try await fixture.store.putGrants(grants, user: user, client: client, by: "test")
    }

    private func ask(
        _ user: UserID,
        _ client: ClientID,
        _ oracle: Oracle,
        _ fixture: StoreFixture,
        _ generator: inout SeededGenerator
    ) async throws -> [AuthorizationRequest] {
        let (share, read) = (some(&generator), some(&generator))
        let asked = AskedTypes(
            share: oracle.open(share, isShare: true),
            read: oracle.open(read, isShare: false)
        )
        let request = try await fixture.ask(user, client, share: share, read: read)
        #expect((request?.asked ?? AskedTypes(share: [], read: [])) == asked)
        return [request].compactMap { $0 }
    }

    private func decide(
        _ request: AuthorizationRequest,
        _ oracle: inout Oracle,
        _ fixture: StoreFixture,
        _ generator: inout SeededGenerator
    ) async throws {
        let (share, read) = (some(&generator), some(&generator))
        let isOpen =
            !oracle.open(request.asked.share, isShare: true).isEmpty
            || !oracle.open(request.asked.read, isShare: false).isEmpty
        guard isOpen else {
            await #expect(throws: HealthStoreError.authorizationRequestDecided) {
                try await fixture.decide(request, share: share, read: read)
            }
            return
        }
        try await fixture.decide(request, share: share, read: read)
        oracle.decide(request.asked.share, share, isShare: true)
        oracle.decide(request.asked.read, read, isShare: false)
    }

    private func compare(
        _ user: UserID,
        _ client: ClientID,
        _ oracle: Oracle,
        _ fixture: StoreFixture,
        _ comment: Comment
    ) async throws {
        let grants = try await fixture.store.grants(user: user, client: client)
        for type in Self.types {
            let share = oracle.answers[Question(type: type, isShare: true)]
            let read = oracle.answers[Question(type: type, isShare: false)]
            let status: ShareStatus =
                share.map { $0 ? .sharingAuthorized : .sharingDenied } ?? .notDetermined
            #expect(grants.shareStatus(of: type) == status, comment)
            #expect(grants.mayRead(type) == (read ?? false), comment)
            #expect(
                grants.undecided(share: [type], read: [type])
                    == AskedTypes(
                        share: share == nil ? [type] : [],
                        read: read == nil ? [type] : []
                    ),
                comment
            )
        }
    }
}
