import HealthModel
import HealthStore
import TestSupport
import Testing

/// Correlations: stored with all that they hold, or not at all.
@Suite("Correlations in the store", .offPool)
struct CorrelationTests {
    private let bread = TestSample(11, value: 1, type: .food)
    private let jam = TestSample(12, value: 2, type: .food)
    private var meal: TestSample { .food(1, holding: [bread, jam]) }

    @Test("A correlation is stored with its members; both again are one duplicate")
    func storedTogether() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            #expect(try await fixture.save([meal, meal], user: user) == [.stored, .duplicate])
            #expect(try await fixture.save([meal], user: user) == [.duplicate])
            // A member by itself is the sample that is there.
            #expect(try await fixture.save([bread], user: user) == [.duplicate])
            let state = try await fixture.state(of: user)
            #expect(state.live == ["1:0", "b:1 in 1", "c:2 in 1"])
            #expect(try await fixture.lastPosition(of: user) == 3)
            let edges = [TestTime.start, TestTime.start + TestTime.day]
            #expect(try await fixture.sums(user: user, edges: edges, type: .food) == [3])
        }
    }

    @Test("With one member that conflicts, nothing of a correlation is stored")
    func allOrNothing() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let other = jam.with { $0.value = 7 }
            try await fixture.save([other], user: user)
            let outcomes = try await fixture.save([meal, TestSample(3)], user: user)
            #expect(outcomes == [.uuidConflict, .stored])
            #expect(try await fixture.state(of: user).live == ["3:100", "c:7"])
            // And a deleted one keeps it out as deleted.
            _ = try await fixture.delete([other], user: user)
            #expect(try await fixture.save([meal], user: user) == [.deleted])
        }
    }

    @Test("Members that are stored already are taken in, in place")
    func adoption() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save([bread], user: user)
            #expect(try await fixture.save([jam, meal], user: user) == [.stored, .stored])
            let state = try await fixture.state(of: user)
            #expect(state.live == ["1:0", "b:1 in 1", "c:2 in 1"])
            #expect(state.deleted.isEmpty)
            // Bread, jam and the meal: what was taken in says nothing new.
            #expect(try await fixture.lastPosition(of: user) == 3)
        }
    }

    @Test("A member of one correlation is none of another")
    func secondContainer() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let second = TestSample.food(2, holding: [jam])
            #expect(
                try await fixture.save([meal, second], user: user) == [.stored, .uuidConflict]
            )
        }
    }

    @Test("What another client saved is not taken in: it would tell that client something")
    func foreignMember() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            try await fixture.save([bread], user: user)
            #expect(try await fixture.save([meal], user: user, client: client) == [.uuidConflict])
            #expect(try await fixture.state(of: user).live == ["b:1"])
        }
    }

    @Test("Other members are other content", arguments: [0, 1, 2])
    func otherMembers(change: Int) async throws {
        let members = [
            [bread], [bread, jam, TestSample(13, type: .food)], [bread, TestSample(13)],
        ]
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save([meal], user: user)
            let other = TestSample.food(1, holding: members[change])
            #expect(try await fixture.save([other], user: user) == [.uuidConflict])
            let within = try await fixture.makeUser()
            #expect(
                try await fixture.save([meal, other], user: within) == [.stored, .uuidConflict]
            )
        }
    }

    @Test("A member given twice, or two of one sync identifier, is a conflict")
    func repeatedMember() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let twice = TestSample.food(1, holding: [bread, bread])
            let itself = TestSample.food(1, holding: [TestSample(1, type: .food)])
            let pair = TestSample.food(1, holding: [bread.version(1), jam.version(2)])
            let outcomes = try await fixture.save([twice, itself, pair], user: user)
            #expect(outcomes == [.uuidConflict, .uuidConflict, .uuidConflict])
            #expect(try await fixture.state(of: user).live.isEmpty)
        }
    }

    @Test("A new version replaces the correlation with its members")
    func replacement() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let tea = TestSample(13, value: 4, type: .food)
            let richer = jam.with { $0.value = 9 }
            let new = TestSample.food(2, holding: [richer, tea]).version(2)
            let outcomes = try await fixture.save([meal.version(1), new], user: user)
            #expect(outcomes == [.stored, .replaced])
            let apart = try await fixture.makeUser()
            try await fixture.save([meal.version(1)], user: apart)
            #expect(try await fixture.save([new], user: apart) == [.replaced])
            for user in [user, apart] {
                let state = try await fixture.state(of: user)
                #expect(state.live == ["2:0", "c:9 in 2", "d:4 in 2"])
                #expect(state.deleted == ["1", "b", "c"])
                // Three, then the meal, bread and jam go and the meal, jam and tea come.
                #expect(try await fixture.lastPosition(of: user) == 9)
                #expect(try await fixture.save([meal.version(1)], user: user) == [.ignored])
                #expect(try await fixture.save([new], user: user) == [.duplicate])
            }
        }
    }

    @Test("A new version keeps the members that it has in common with the old one")
    func keptMembers() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save([meal.version(1)], user: user)
            let new = TestSample.food(2, holding: [bread]).version(2)
            #expect(try await fixture.save([new], user: user) == [.replaced])
            let state = try await fixture.state(of: user)
            #expect(state.live == ["2:0", "b:1 in 2"] && state.deleted == ["1", "c"])
        }
    }

    @Test("A member that is replaced by itself stays where it was")
    func replacedMember() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let first = TestSample.food(1, holding: [bread.version(1), jam])
            let better = TestSample(14, value: 5, type: .food).version(2)
            #expect(try await fixture.save([first, better], user: user) == [.stored, .replaced])
            #expect(
                try await fixture.state(of: user).live == ["1:0", "c:2 in 1", "e:5 in 1"]
            )
            #expect(try await fixture.save([first], user: user) == [.duplicate])
            // The other way round it comes to the same.
            let other = try await fixture.makeUser()
            #expect(try await fixture.save([better, first], user: other) == [.stored, .stored])
            #expect(
                try await fixture.state(of: other).live == ["1:0", "c:2 in 1", "e:5 in 1"]
            )
        }
    }

    @Test("A deleted correlation lets go of its members, or takes them along")
    func deletion() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save([meal], user: user)
            #expect(try await fixture.delete([meal], user: user) == [.deleted])
            #expect(try await fixture.state(of: user).live == ["b:1", "c:2"])
            let other = try await fixture.makeUser()
            try await fixture.save([meal], user: other)
            let result = try await fixture.delete(
                .identifiers([meal.id, jam.id]),
                user: other,
                contained: true
            )
            #expect(result.outcomes.map(\.outcome) == [.deleted, .duplicate])
            #expect(result.deletedCount == 3 && result.position == 6)
            let state = try await fixture.state(of: other)
            #expect(state.live.isEmpty && state.deleted == ["1", "b", "c"] && state.counts.isEmpty)
        }
    }

    @Test("A client deletes a correlation only if it may share all that it holds")
    func deletionByTypes() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            try await fixture.save([meal], user: user, client: client)
            let food = QuantityType.food.id
            func outcome(_ grants: Grants) async throws -> [DeletionOutcome] {
                try await fixture.delete([meal], user: user, by: .client(client, grants))
            }
            let refused = Grants(share: TypeSelection(), read: TypeSelection())
            #expect(try await outcome(Grants()) == [.authorizationNotDetermined])
            #expect(try await outcome(refused) == [.sharingDenied])
            let granted = Grants(share: TypeSelection(typeIDs: [food]), read: TypeSelection())
            #expect(try await outcome(granted) == [.deleted])
        }
    }
}
