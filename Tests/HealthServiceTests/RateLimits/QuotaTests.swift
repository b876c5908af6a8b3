import TestSupport
import Testing

@testable import HealthService

/// The arithmetic of quotas, without a server or a clock.
@Suite("Quotas")
struct QuotaTests {
    private static let second = 1_000_000_000

    private func table(_ units: Int, capacity: Int = 100) -> QuotaTable<Int> {
        QuotaTable(Quota(units: units), capacity: capacity)
    }

    @Test("A whole quota may be used at once, and no unit more", arguments: [1, 7, 60, 100, 6000])
    func burst(units: Int) {
        var table = table(units)
        for used in 0..<units {
            #expect(table.hasRoom(for: 1, at: 5))
            #expect(table.state(of: 1, at: 5).left == units - used)
            table.charge(1, 1, at: 5)
        }
        #expect(!table.hasRoom(for: 1, at: 5))
        #expect(table.state(of: 1, at: 5).left == 0)
    }

    @Test("What was used comes back evenly")
    func refill() {
        var table = table(60)
        table.charge(1, 60, at: 0)
        #expect(table.state(of: 1, at: 0).secondsUntilRoom == 1)
        #expect(table.state(of: 1, at: 0).secondsUntilWhole == 60)
        #expect(!table.hasRoom(for: 1, at: Self.second - 1))
        #expect(table.hasRoom(for: 1, at: Self.second))
        #expect(table.state(of: 1, at: 30 * Self.second).left == 30)
        #expect(table.state(of: 1, at: 30 * Self.second).secondsUntilWhole == 30)
        #expect(table.state(of: 1, at: 3600 * Self.second).left == 60)
    }

    @Test("What is owed is waited for, and never longer than an hour")
    func debt() {
        var table = table(1000)
        table.charge(1, 10_000, at: 0)
        #expect(table.state(of: 1, at: 0).left == 0)
        #expect(table.state(of: 1, at: 0).secondsUntilRoom == 541)
        #expect(table.hasRoom(for: 1, at: 541 * Self.second))
        table.charge(1, .max, at: 0)
        #expect(table.state(of: 1, at: 0).secondsUntilWhole == 3600)
    }

    @Test("In any minute nobody is given more than twice the quota, in the long run the quota")
    func law() {
        var random = SeededGenerator()
        let units = 50
        var table = table(units)
        var (now, given) = (0, [Int]())
        for _ in 0..<5000 {
            now += Int.random(in: 0...Self.second, using: &random)
            guard table.hasRoom(for: 1, at: now) else { continue }
            table.charge(1, 1, at: now)
            given.append(now)
        }
        for (index, start) in given.enumerated() {
            let inMinute = given[index...].prefix { $0 - start < Quota.window }.count
            #expect(inMinute <= 2 * units, "\(random)")
        }
        #expect(given.count <= units + now * units / Quota.window + 1, "\(random)")
        #expect(given.count > now * units / Quota.window / 2, "\(random)")
    }

    @Test("A table forgets whoever has a whole quota, then those nearest to it")
    func eviction() {
        var table = table(60, capacity: 10)
        for caller in 0..<10 { table.charge(caller, 1 + caller, at: 0) }
        table.charge(10, 60, at: 5 * Self.second)
        // The first five had a whole quota again.
        #expect(table.count == 6)
        for caller in 11..<15 { table.charge(caller, 60, at: 5 * Self.second) }
        #expect(table.count == 10)
        table.charge(99, 60, at: 5 * Self.second)
        #expect(table.count == 6)
        #expect(!table.hasRoom(for: 10, at: 5 * Self.second))
        #expect(table.state(of: 9, at: 5 * Self.second).left == 60)
    }

    @Test("A network is an IPv4 address, or the first 64 bits of an IPv6 address")
    func networks() {
        func same(_ left: String, _ right: String) -> Bool {
            PeerNetwork(left) == PeerNetwork(right)
        }
        #expect(same("192.0.2.1", "192.0.2.1") && !same("192.0.2.1", "192.0.2.2"))
        #expect(same("2001:db8:1:2::1", "2001:db8:1:2:ffff::9"))
        #expect(!same("2001:db8:1:2::1", "2001:db8:1:3::1"))
        #expect(same("fe80::1%eth0", "fe80::2%eth1"))
        #expect(!same("0.0.0.0", "::") && !same("::", "2001:db8::1"))
    }
}
