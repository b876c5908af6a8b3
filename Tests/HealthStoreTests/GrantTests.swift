import HealthModel
import HealthStore
import Postgres
import TestSupport
import Testing

@Suite("Grants", .offPool)
struct GrantTests {
    private let steps = QuantityType.steps.id
    private let food = QuantityType.food.id
    private let heartRate = QuantityType.heartRate.id

    @Test("Before any decision no type is determined and none may be read")
    func undecided() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            let grants = try await fixture.store.grants(user: user, client: client)
            #expect(grants == Grants())
            #expect(grants.shareStatus(of: steps) == .notDetermined)
            #expect(!grants.mayRead(steps))
            #expect(try await fixture.store.grants(user: user).isEmpty)
        }
    }

    @Test("A decision decides everything: what it does not list is refused")
    func decidesEverything() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            let decided = Grants(
                share: TypeSelection(typeIDs: [steps]),
                read: TypeSelection(typeIDs: [steps, food])
            )
            try await fixture.store.putGrants(decided, user: user, client: client, by: "test")
            let grants = try await fixture.store.grants(user: user, client: client)
            #expect(grants == decided)
            #expect(grants.shareStatus(of: steps) == .sharingAuthorized)
            #expect(grants.shareStatus(of: food) == .sharingDenied)
            #expect(grants.shareStatus(of: heartRate) == .sharingDenied)
            #expect(grants.mayRead(steps) && grants.mayRead(food) && !grants.mayRead(heartRate))
        }
    }

    @Test("Everything stands for all types, with refusals of single ones beside it")
    func everything() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            var decided = Grants(
                share: TypeSelection(isEverything: true),
                read: TypeSelection(typeIDs: [steps])
            )
            decided.byType[food] = Grant(mayShare: false, mayRead: nil)
            try await fixture.store.putGrants(decided, user: user, client: client, by: "test")
            let grants = try await fixture.store.grants(user: user, client: client)
            #expect(grants == decided)
            #expect(grants.shareStatus(of: heartRate) == .sharingAuthorized)
            #expect(grants.shareStatus(of: steps) == .sharingAuthorized)
            #expect(grants.shareStatus(of: food) == .sharingDenied)
            #expect(grants.mayRead(steps) && !grants.mayRead(heartRate) && !grants.mayRead(food))
        }
    }

    @Test("A later decision leaves nothing of an earlier one")
    func replaces() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            let everything = TypeSelection(isEverything: true)
            for decided in [
                Grants(share: TypeSelection(typeIDs: [steps, food]), read: everything),
                Grants(share: TypeSelection(), read: TypeSelection(typeIDs: [heartRate])),
                Grants(),
            ] {
                try await fixture.store.putGrants(decided, user: user, client: client, by: "test")
                #expect(try await fixture.store.grants(user: user, client: client) == decided)
            }
        }
    }

    @Test("Grants are one client's and one user's")
    func apart() async throws {
        try await withStore { fixture in
            let users = [try await fixture.makeUser(), try await fixture.makeUser()]
            let first = try await fixture.makeClient("com.example.one")
            let second = try await fixture.makeClient("com.example.two")
            let all = Grants(
                share: TypeSelection(isEverything: true),
                read: TypeSelection(isEverything: true)
            )
            try await fixture.store.putGrants(all, user: users[0], client: second, by: "test")
            #expect(try await fixture.store.grants(user: users[0], client: first) == Grants())
            #expect(try await fixture.store.grants(user: users[1], client: second) == Grants())
            let listed = try await fixture.store.grants(user: users[0])
            #expect(listed.map(\.client) == [second] && listed[0].grants == all)
        }
    }

    @Test("Decisions at the same time follow each other: the last one stands whole")
    func atOnce() async throws {
        try await withStore(poolSize: 8) { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            let decisions = (1...8).map { number in
                Grants(
                    share: TypeSelection(typeIDs: Set((1...Int16(number)).map { $0 })),
                    read: TypeSelection(isEverything: number.isMultiple(of: 2))
                )
            }
            try await withThrowingTaskGroup { group in
                for decided in decisions {
                    group.addTask {
                        try await fixture.store.putGrants(
                            decided,
                            user: user,
                            client: client,
                            by: "test"
                        )
                    }
                }
                try await group.waitForAll()
            }
            let grants = try await fixture.store.grants(user: user, client: client)
            #expect(decisions.contains(grants))
        }
    }

    @Test("Every decision is in the audit log")
    func audit() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            try await fixture.store.putGrants(Grants(), user: user, client: client, by: "admin")
            let found = try await fixture.query(
                """
                SELECT actor, client_id
                FROM audit_events
                WHERE action = 'grant.put' AND user_id = $1
                """,
                [.int8(user.number)]
            ) { rows in
                (0..<rows.rowCount).map { "\(rows.text($0, 0)) \(rows.int4($0, 1))" }
            }
            #expect(found == ["admin \(client.number)"])
        }
    }
}
