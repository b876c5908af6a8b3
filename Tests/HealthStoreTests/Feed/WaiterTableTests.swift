import Testing

@testable import HealthStore

/// The table of waiters, without threads.
@Suite("Waiter table")
struct WaiterTableTests {
    private let now = ContinuousClock.now
    private let user = UserID(number: 1)
    private let other = UserID(number: 2)

    private func added(_ user: UserID, to table: inout WaiterTable) throws -> UInt64 {
        let id = table.add(user)
        return try #require(id)
    }

    @Test("A notification ends the waits of its user alone")
    func notify() throws {
        var table = WaiterTable(limit: 4)
        let first = try added(user, to: &table)
        let second = try added(other, to: &table)
        #expect(table.begin(first, after: 0, until: now) == false)
        #expect(table.begin(second, after: 0, until: now) == false)
        #expect(table.notify(user) == [first])
        #expect(table.notify(user) == [], "it waits no longer")
    }

    @Test("What happens between two waits ends the next one at once, and only that")
    func between() throws {
        var table = WaiterTable(limit: 4)
        let id = try added(user, to: &table)
        #expect(table.notify(user) == [])
        #expect(table.begin(id, after: 0, until: now) == true)
        #expect(table.begin(id, after: 0, until: now) == false)
    }

    @Test("A wait ends at its deadline")
    func expire() throws {
        var table = WaiterTable(limit: 4)
        let id = try added(user, to: &table)
        #expect(table.begin(id, after: 0, until: now + .seconds(1)) == false)
        #expect(table.expire(at: now) == [])
        #expect(table.expire(at: now + .seconds(1)) == [id])
        #expect(table.expire(at: now + .seconds(2)) == [])
    }

    @Test("A look wakes who is behind, and who waits for a user that is gone")
    func compare() throws {
        var table = WaiterTable(limit: 4)
        let behind = try added(user, to: &table)
        let level = try added(user, to: &table)
        let erased = try added(other, to: &table)
        #expect(table.begin(behind, after: 4, until: now) == false)
        #expect(table.begin(level, after: 5, until: now) == false)
        #expect(table.begin(erased, after: 9, until: now) == false)
        #expect(table.compare([(user, 5), (other, nil)]) == [behind, erased])
    }

    @Test("There is room for so many, and again when one is gone")
    func limit() throws {
        var table = WaiterTable(limit: 1)
        let id = try added(user, to: &table)
        #expect(table.add(user) == nil)
        table.remove(id)
        #expect(table.users == [] && table.count == 0)
        #expect(table.add(other) != nil)
        #expect(table.users == [other])
        #expect(table.begin(id, after: 0, until: now) == true, "one that is gone does not wait")
    }
}
