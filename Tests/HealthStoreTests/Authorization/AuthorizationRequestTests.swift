import HealthModel
import HealthStore
import Synchronization
import TestSupport
import Testing

/// What an app asks, until somebody decides.
@Suite("Authorization requests", .offPool)
struct AuthorizationRequestTests {
    private let steps = QuantityType.steps.id
    private let food = QuantityType.food.id
    private let heartRate = QuantityType.heartRate.id

    @Test("A request asks what nobody has decided, share and read apart, and of no type twice")
    func undecided() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            let first = try #require(try await fixture.ask(user, client, share: [steps]))
            try await fixture.decide(first)
            let second = try #require(
                try await fixture.ask(
                    user,
                    client,
                    share: [food, steps, food],
                    read: [steps]
                )
            )
            #expect(second.asked == AskedTypes(share: [food], read: [steps]))
            #expect(second.undecided == second.asked)
            #expect(second.shareUsageDescription == "To save.")
            #expect(second.readUsageDescription == "To read.")
            #expect(try await fixture.store.authorizationRequest(second.id, user: user) == second)
        }
    }

    @Test("What was decided is not asked again, by a sheet or by an admin, allowed or refused")
    func nothingToAsk() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            let request = try #require(
                try await fixture.ask(user, client, share: [steps, food], read: [steps])
            )
            try await fixture.decide(request, share: [food])
            #expect(
                try await fixture.ask(user, client, share: [steps, food], read: [steps]) == nil
            )
            try await fixture.store.putGrants(
                Grants(share: TypeSelection(), read: TypeSelection(isEverything: true)),
                user: user,
                client: client,
                by: "test"
            )
            #expect(
                try await fixture.ask(user, client, share: [heartRate], read: [heartRate]) == nil
            )
            let other = try await fixture.makeClient("com.example.other")
            #expect(try await fixture.ask(user, other, share: [steps]) != nil)
        }
    }

    @Test("It is pending, expires by the clock, and is decided when its types are some other way")
    func states() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            let asked = try #require(try await fixture.ask(user, client, read: [steps]))
            #expect(asked.state(at: .moment(0)) == .pending)
            #expect(asked.state(at: .moment(15 * 60 - 1)) == .pending)
            #expect(asked.state(at: .moment(15 * 60)) == .expired)
            try await fixture.store.putGrants(Grants(), user: user, client: client, by: "test")
            let still = try await fixture.store.authorizationRequest(asked.id, user: user)
            #expect(still.state(at: .moment(0)) == .pending)
            try await fixture.store.putGrants(
                Grants(share: TypeSelection(), read: TypeSelection(typeIDs: [steps])),
                user: user,
                client: client,
                by: "test"
            )
            let decided = try await fixture.store.authorizationRequest(asked.id, user: user)
            #expect(decided.state(at: .moment(0)) == .decided)
            #expect(decided.state(at: .moment(15 * 60)) == .decided)
        }
    }

    @Test("A client may have so many requests before a person, one more when one is decided")
    func limit() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            let first = try #require(
                try await fixture.ask(user, client, share: [steps], limit: 2)
            )
            _ = try await fixture.ask(user, client, share: [food], limit: 2)
            await #expect(throws: HealthStoreError.tooManyAuthorizationRequests(limit: 2)) {
                _ = try await fixture.ask(user, client, share: [heartRate], limit: 2)
            }
            let other = try await fixture.makeClient("com.example.other")
            #expect(try await fixture.ask(user, other, share: [steps], limit: 2) != nil)
            try await fixture.decide(first)
            #expect(try await fixture.ask(user, client, share: [heartRate], limit: 2) != nil)
            #expect(
                try await fixture.ask(
                    user,
                    client,
                    share: [heartRate],
                    at: .moment(15 * 60),
                    limit: 2
                ) != nil
            )
        }
    }

    @Test("A request is found by its code, by the person it is to and nobody else")
    func userCode() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let other = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            let asked = try #require(try await fixture.ask(user, client, share: [steps]))
            let typed = try #require(UserCode("\(asked.userCode)".lowercased()))
            let found = try await fixture.store.authorizationRequest(userCode: typed, user: user)
            #expect(found == asked)
            await #expect(throws: HealthStoreError.authorizationRequestNotFound) {
                _ = try await fixture.store.authorizationRequest(userCode: typed, user: other)
            }
        }
    }

    @Test("A code that another request of the person has is drawn again")
    func takenCode() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let other = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            let code = try #require(UserCode("WDJB-MJHT"))
            let next = try #require(UserCode("BCDF-GHJK"))
            let first = try await fixture.ask(user, client, share: [steps]) { code }
            #expect(first?.userCode == code)
            let draws = Atomic(0)
            let second = try await fixture.ask(user, client, share: [food]) {
                draws.add(1, ordering: .relaxed).newValue == 1 ? code : next
            }
            #expect(second?.userCode == next)
            #expect(try await fixture.ask(other, client, share: [food]) { code }?.userCode == code)
        }
    }

    @Test("A code is eight consonants, read in any spelling, and no other text is one")
    func codes() throws {
        var generator = SeededGenerator()
        print("seed \(generator.seed)")
        for _ in 0..<100 {
            let code = UserCode.random(using: &generator)
            let text = "\(code)"
            #expect(
                text.wholeMatch(of: /[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}/) != nil
            )
            #expect(UserCode(text) == code && UserCode(text.lowercased()) == code)
            #expect(UserCode(text.replacing("-", with: " ")) == code)
        }
        let refused = ["", "WDJB-MJH", "WDJB-MJHTB", "WDJA-MJHT", "WDJB-MJH1", "ẄDJB-MJHT"]
        for text in refused { #expect(UserCode(text) == nil, "\(text)") }
        #expect(UserCode(String(repeating: "-", count: 100) + "WDJBMJHT") == nil)
    }

    private func requests(
        _ fixture: StoreFixture,
        _ user: UserID,
        _ state: AuthorizationState?
    ) async throws -> [AuthorizationRequestID] {
        try await fixture.store.authorizationRequests(user: user, state: state, at: .moment(1200))
            .map(\.id)
    }

    @Test("Requests are listed the newest first, by state, without those to others")
    func list() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let other = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            var asked: [AuthorizationRequest] = []
            for (index, type) in [steps, food, heartRate].enumerated() {
                let at = Instant.moment(Int64(index) * 600)
                asked.append(
                    try #require(try await fixture.ask(user, client, share: [type], at: at))
                )
            }
            _ = try await fixture.ask(other, client, share: [steps])
            try await fixture.decide(asked[1], share: [food], at: .moment(600))
            #expect(try await requests(fixture, user, nil) == asked.reversed().map(\.id))
            #expect(try await requests(fixture, user, .pending) == [asked[2].id])
            #expect(try await requests(fixture, user, .decided) == [asked[1].id])
            #expect(try await requests(fixture, user, .expired) == [asked[0].id])
            #expect(try await requests(fixture, user, .denied).isEmpty)
        }
    }
}
