import HealthModel
import Postgres
import TestSupport
import Testing

@testable import HealthStore

/// Pages of the feed of changes.
@Suite("Feed", .offPool)
struct FeedTests {
    private func words(_ page: ChangePage) -> [String] {
        page.changes.map { change in
            switch change {
            case .added(let sample): "+\(sample.id.bits)"
            case .deleted(let id, _): "-\(id.bits)"
            }
        }
    }

    @Test("A first reader is told of what is live, and of no deletion that came before")
    func first() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save([TestSample(1), TestSample(2, at: 20)], user: user)
            _ = try await fixture.delete([TestSample(1)], user: user)
            var reader = FeedReader(fixture, user)
            #expect(words(try await reader.pull()) == ["+2"])
            #expect(words(try await reader.pull()) == [])
        }
    }

    @Test("What is deleted between two pages of a first reading is told")
    func deletedMeanwhile() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save((1...4).map { TestSample($0, at: Int64($0) * 20) }, user: user)
            var reader = FeedReader(fixture, user)
            let page = try await reader.pull(limit: 2)
            #expect(words(page) == ["+1", "+2"] && page.isCut)
            _ = try await fixture.delete([TestSample(1), TestSample(3)], user: user)
            #expect(words(try await reader.pull()) == ["+4", "-1", "-3"])
        }
    }

    @Test("A replaced sample is its deletion and its addition, in this order")
    func replaced() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            var reader = FeedReader(fixture, user)
            try await fixture.save([TestSample(1).version(1)], user: user)
            try await reader.pullAll()
            try await fixture.save([TestSample(1, value: 7).version(2)], user: user)
            #expect(words(try await reader.pull()) == ["-1", "+1"])
            #expect(reader.held.values.map { $0 } == [7])
        }
    }

    @Test("Limit and bytes end a page, which then says that there is more")
    func limits() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save(
                (1...1500).map { TestSample($0, at: Int64($0) * 20) },
                user: user
            )
            var reader = FeedReader(fixture, user)
            let small = try await reader.pull(limit: 1)
            #expect(small.changes.count == 1 && small.isCut)
            let bytes = try await reader.pull(limit: 1499, limitInBytes: 1)
            #expect(bytes.changes.count == 512 && bytes.isCut)
            let exact = try await reader.pull(limit: 987)
            #expect(exact.changes.count == 987 && !exact.isCut)
            #expect(reader.held.count == 1500 && reader.contradictions == [])
        }
    }

    @Test("Without read a client is told of its own samples and their deletions alone")
    func ownOnly() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let mine = try await fixture.makeClient("com.example.mine")
            let other = try await fixture.makeClient("com.example.other")
            var reader = FeedReader(fixture, user, access: .types([], ownedBy: mine))
            try await reader.pullAll()
            try await fixture.save([TestSample(1)], user: user, client: mine)
            try await fixture.save([TestSample(2, at: 20)], user: user, client: other)
            #expect(words(try await reader.pull()) == ["+1"])
            _ = try await fixture.delete([TestSample(1), TestSample(2)], user: user)
            let page = try await reader.pull(limit: 1)
            #expect(words(page) == ["-1"] && !page.isCut)
        }
    }

    @Test("A correlation and its deletion are told to whoever reads a type that it holds")
    func correlations() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.mine")
            let readable = ReadAccess.types([QuantityType.food.id], ownedBy: client)
            let blind = ReadAccess.types([QuantityType.steps.id], ownedBy: client)
            var reader = FeedReader(fixture, user, access: readable)
            var other = FeedReader(fixture, user, access: blind)
            try await reader.pullAll()
            try await other.pullAll()
            let food = TestSample.food(1, holding: [TestSample(2, type: .food)])
            try await fixture.save([food], user: user)
            let page = try await reader.pull()
            #expect(words(page).sorted() == ["+1", "+2"])
            for case .added(let sample) in page.changes where sample.id == food.id {
                #expect(sample.members.map(\.id.bits) == [2])
            }
            #expect(words(try await other.pull()) == [])
            _ = try await fixture.delete([food], user: user)
            #expect(words(try await reader.pull()) == ["-1"])
            #expect(words(try await other.pull()) == [])
        }
    }

    @Test("A correlation that a new version replaced is told to whoever read what it held")
    func replacedCorrelation() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.mine")
            var reader = FeedReader(
                fixture,
                user,
                access: .types([QuantityType.food.id], ownedBy: client)
            )
            try await reader.pullAll()
            let first = TestSample.food(1, holding: [TestSample(2, type: .food)]).version(1)
            try await fixture.save([first], user: user)
            try await reader.pullAll()
            let second = TestSample.food(3, holding: [TestSample(4, type: .food)]).version(2)
            try await fixture.save([second], user: user)
            try await reader.pullAll()
            #expect(Set(reader.held.keys.map(\.bits)) == [3, 4])
        }
    }

    @Test("A place ahead of the feed, or behind what was pruned, leads nowhere")
    func places() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save([TestSample(1)], user: user)
            var reader = FeedReader(fixture, user)
            reader.place = ChangePlace(position: 2, beginning: 0)
            await #expect(throws: HealthStoreError.anchorExpired) { try await reader.pull() }
            _ = try await fixture.query(
                "UPDATE user_streams SET pruned_position = 1 WHERE user_id = $1",
                [.int8(user.number)]
            ) { $0.rowCount }
            reader.place = ChangePlace(position: 0, beginning: 0)
            await #expect(throws: HealthStoreError.anchorExpired) { try await reader.pull() }
            reader.place = ChangePlace(position: 0, beginning: 1)
            #expect(words(try await reader.pull()) == ["+1"])
        }
    }

    @Test("Nobody has a feed who is no user")
    func noUser() async throws {
        try await withStore { fixture in
            var reader = FeedReader(fixture, UserID(number: 5))
            await #expect(throws: HealthStoreError.userNotFound) { try await reader.pull() }
        }
    }
}
