import HealthModel
import HealthStore
import TestSupport
import Testing

/// What deciding does, and when a client may ask how far it is.
@Suite("Authorization decisions", .offPool)
struct AuthorizationDecisionTests {
    private let steps = QuantityType.steps.id
    private let food = QuantityType.food.id
    private let heartRate = QuantityType.heartRate.id

    @Test("A decision touches what was asked and nothing else, share and read apart")
    func touches() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            let asked = try #require(
                try await fixture.ask(user, client, share: [steps, food], read: [steps])
            )
            let decided = try await fixture.decide(
                asked,
                share: [steps, heartRate],
                read: [food, heartRate]
            )
            #expect(decided.state(at: .moment(0)) == .decided)
            #expect(decided.decidedAt == .moment(0))
            let grants = try await fixture.store.grants(user: user, client: client)
            #expect(grants.otherwise == Grant(mayShare: nil, mayRead: nil))
            #expect(
                grants.byType == [
                    steps: Grant(mayShare: true, mayRead: false),
                    food: Grant(mayShare: false, mayRead: nil),
                ]
            )
        }
    }

    @Test("What a grant says of all types counts where a type's own row is silent")
    func silentRow() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            try await fixture.store.putGrants(
                Grants(otherwise: Grant(mayShare: true, mayRead: nil)),
                user: user,
                client: client,
                by: "test"
            )
            let asked = try #require(
                try await fixture.ask(user, client, share: [steps], read: [steps])
            )
            #expect(asked.asked == AskedTypes(share: [], read: [steps]))
            try await fixture.decide(asked, share: [], read: [steps])
            let grants = try await fixture.store.grants(user: user, client: client)
            #expect(grants.shareStatus(of: steps) == .sharingAuthorized)
            #expect(grants.mayRead(steps) && !grants.mayRead(food))
        }
    }

    @Test("A request is decided once, also by two at once, and not after its time")
    func once() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            let asked = try #require(try await fixture.ask(user, client, share: [steps]))
            let decisions = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<4 {
                    group.addTask { (try? await fixture.decide(asked, share: [steps])) != nil }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(decisions == 1)
            await #expect(throws: HealthStoreError.authorizationRequestDecided) {
                try await fixture.decide(asked)
            }
            let grants = try await fixture.store.grants(user: user, client: client)
            #expect(grants.shareStatus(of: steps) == .sharingAuthorized)
            let late = try #require(try await fixture.ask(user, client, share: [food]))
            await #expect(throws: HealthStoreError.authorizationRequestExpired) {
                try await fixture.decide(late, share: [food], at: .moment(15 * 60))
            }
            #expect(
                try await fixture.store.grants(user: user, client: client).shareStatus(of: food)
                    == .notDetermined
            )
        }
    }

    @Test("Of two requests for one type the later decision leaves it as it is")
    func two() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            let first = try #require(try await fixture.ask(user, client, share: [steps]))
            let second = try #require(try await fixture.ask(user, client, share: [steps, food]))
            let third = try #require(try await fixture.ask(user, client, share: [steps]))
            try await fixture.decide(first)
            let rest = try await fixture.store.authorizationRequest(second.id, user: user)
            #expect(rest.undecided == AskedTypes(share: [food], read: []))
            try await fixture.decide(second, share: [steps, food])
            let grants = try await fixture.store.grants(user: user, client: client)
            #expect(grants.shareStatus(of: steps) == .sharingDenied)
            #expect(grants.shareStatus(of: food) == .sharingAuthorized)
            await #expect(throws: HealthStoreError.authorizationRequestDecided) {
                try await fixture.decide(third, share: [steps])
            }
        }
    }

    @Test(
        "That all was refused is told only where nothing was to be read",
        arguments: [
            (false, false, false, AuthorizationState.denied, AuthorizationState.denied),
            (false, true, false, .decided, .decided),
            (true, false, false, .denied, .decided),
            (true, false, true, .decided, .decided),
            (true, true, false, .decided, .decided),
        ]
    )
    func denied(
        reads: Bool,
        allowsShare: Bool,
        allowsRead: Bool,
        state: AuthorizationState,
        told: AuthorizationState
    ) async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            let asked = try #require(
                try await fixture.ask(user, client, share: [steps], read: reads ? [food] : [])
            )
            let decided = try await fixture.decide(
                asked,
                share: allowsShare ? [steps] : [],
                read: allowsRead ? [food] : []
            )
            #expect(decided.state(at: .moment(0)) == state)
            #expect(decided.stateForClient(at: .moment(0)) == told)
        }
    }

    @Test(
        "Whoever asks sooner than the interval is told to slow down, each time by five seconds more"
    )
    func slowDown() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            let asked = try #require(try await fixture.ask(user, client, share: [steps]))
            func answer(_ seconds: Int64) async throws -> Int? {
                switch try await fixture.store.askAbout(
                    asked.id,
                    user: user,
                    client: client,
                    at: .moment(seconds)
                ) {
                case .request: nil
                case .slowDown(let interval): interval
                }
            }
            #expect(try await answer(0) == nil)
            #expect(try await answer(5) == nil)
            #expect(try await answer(9) == 10)
            #expect(try await answer(18) == 15)
            #expect(try await answer(33) == nil)
            #expect(try await answer(47) == 20)
            try await fixture.decide(asked, at: .moment(48))
            #expect(try await answer(48) == nil, "what is decided is told at once")
            #expect(try await answer(48) == nil)
        }
    }

    @Test("Of two questions at once one is told to slow down")
    func concurrentQuestions() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            let asked = try #require(try await fixture.ask(user, client, share: [steps]))
            let slowed = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        let answer = try await fixture.store.askAbout(
                            asked.id,
                            user: user,
                            client: client,
                            at: .moment(1)
                        )
                        return answer == .slowDown(intervalInSeconds: 10)
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(slowed == 1)
        }
    }

    @Test(
        "Another client's request, another user's and one that nobody made are the same to a client"
    )
    func foreign() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let other = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            let stranger = try await fixture.makeClient("com.example.other")
            let asked = try #require(try await fixture.ask(user, client, share: [steps]))
            for (user, client, id) in [
                (user, stranger, asked.id), (other, client, asked.id),
                (user, client, AuthorizationRequestID(bits: 1)),
            ] {
                await #expect(throws: HealthStoreError.authorizationRequestNotFound) {
                    _ = try await fixture.store.askAbout(
                        id,
                        user: user,
                        client: client,
                        at: .moment(0)
                    )
                }
            }
            await #expect(throws: HealthStoreError.authorizationRequestNotFound) {
                _ = try await fixture.store.authorizationRequest(
                    asked.id,
                    user: user,
                    client: stranger
                )
            }
        }
    }
}
