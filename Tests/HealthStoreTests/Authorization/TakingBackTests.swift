import HealthModel
import HealthStore
import TestSupport
import Testing

/// What a person takes back from an app.
@Suite("Taking back", .offPool)
struct TakingBackTests {
    private let steps = QuantityType.steps.id
    private let food = QuantityType.food.id
    private let heartRate = QuantityType.heartRate.id

    /// What a client may do after something was taken back, and the actions written down.
    private func taking(
        _ types: AskedTypes,
        from before: Grants
    ) async throws -> (grants: Grants, actions: [String]) {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            try await fixture.store.putGrants(before, user: user, client: client, by: "test")
            try await fixture.store.takeBack(types, user: user, client: client, by: "person")
            let grants = try await fixture.store.grants(user: user, client: client)
            let events = try await fixture.store.auditEvents(AuditQuery(limit: 100))
            return (grants, events.filter { $0.actor == "person" }.map(\.action))
        }
    }

    @Test("Share and read are taken back apart, and nothing else is touched")
    func apart() async throws {
        let both = Grant(mayShare: true, mayRead: true)
        let before = Grants(
            otherwise: Grant(mayShare: nil, mayRead: nil),
            byType: [steps: both, food: both]
        )
        let after = try await taking(AskedTypes(share: [steps], read: [food]), from: before)
        #expect(
            after.grants.byType == [
                steps: Grant(mayShare: false, mayRead: true),
                food: Grant(mayShare: true, mayRead: false),
            ]
        )
        #expect(after.grants.otherwise == Grant(mayShare: nil, mayRead: nil))
        #expect(after.actions == ["grant.takeBack"])
    }

    @Test("What was never decided stays so")
    func undecided() async throws {
        let before = Grants(
            otherwise: Grant(mayShare: nil, mayRead: nil),
            byType: [steps: Grant(mayShare: true, mayRead: nil)]
        )
        let everything = [steps, food, Grants.everythingElse]
        let after = try await taking(AskedTypes(share: everything, read: everything), from: before)
        #expect(after.grants.byType == [steps: Grant(mayShare: false, mayRead: nil)])
        #expect(after.grants.otherwise == Grant(mayShare: nil, mayRead: nil))
    }

    @Test("A type that is allowed with all others is refused alone")
    func oneOfAll() async throws {
        let before = Grants(otherwise: Grant(mayShare: true, mayRead: true))
        let after = try await taking(AskedTypes(share: [], read: [heartRate]), from: before)
        #expect(!after.grants.mayRead(heartRate) && after.grants.mayRead(steps))
        #expect(after.grants.shareStatus(of: heartRate) == .sharingAuthorized)
    }

    @Test("What holds for all others is taken back, and a type's own decision stays")
    func everythingElse() async throws {
        let before = Grants(
            otherwise: Grant(mayShare: true, mayRead: true),
            byType: [steps: Grant(mayShare: true, mayRead: true)]
        )
        let all = AskedTypes(share: [], read: [Grants.everythingElse])
        let after = try await taking(all, from: before)
        #expect(after.grants.mayRead(steps) && !after.grants.mayRead(food))
        #expect(after.grants.shareStatus(of: food) == .sharingAuthorized)
    }
}
