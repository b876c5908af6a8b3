import HealthModel
import Postgres
import TestSupport
import Testing

@testable import HealthStore

/// Sums of hours: how they are kept, and that they say what quarter hours say.
@Suite("Sums of hours", .offPool)
struct HourTotalTests {
    @Test("A sum comes back as it went, bit for bit; none comes back as none")
    func spelling() {
        let sums: [Double?] = [nil, 0, -0.0, 0.1, .infinity, .leastNonzeroMagnitude, -1e308, nil]
        let bytes = HourBlock.bytes(of: sums)
        #expect(bytes.count == 64)
        bytes.withUnsafeBytes { bytes in
            for (index, sum) in sums.enumerated() {
                let value = HourBlock.value(index, of: bytes)
                #expect((value.isNaN ? nil : value.bitPattern) == sum?.bitPattern)
            }
        }
    }

    @Test("Quarter hours add up four by four, and an hour without data has no sum")
    func hours() {
        let quarters: [Double?] = [1e16, 1, 1, -1e16, nil, nil, nil, nil, nil, nil, 5, nil]
        #expect(HourBlock.hours(ofQuarters: quarters) == [2, nil, 5])
    }

    @Test("Days before 1970 have blocks and places like others", arguments: [-9, -8, -1, 0, 7, 8])
    func blocks(day: Int32) {
        let block = HourBlock.number(of: day)
        let first = Int64(block) * 8
        #expect((first..<first + 8).contains(Int64(day)))
        #expect(HourBlock.offset(of: day) == Int(Int64(day) - first) * 192)
        #expect(HourBlock.start(block) == first * TestTime.day)
    }

    @Test("Days of any zone are what their quarter hours add up to, in and around the data")
    func zones() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let batch = (0..<200).map { number in
                TestSample(UInt64(number), at: Int64(number) * 97, lasting: 20, value: 0.1)
            }
            try await fixture.save(batch, user: user)
            let quarter = 15 * TestTime.minute
            for offset in [0, 4, -20, 22, 23] {
                let start = TestTime.start - 3 * TestTime.day + Int64(offset) * quarter
                let days = (0...20).map { start + $0 * TestTime.day }
                let edges = (0...20 * 96).map { start + $0 * quarter }
                let quarters = try await fixture.sums(user: user, edges: edges)
                let expected = (0..<20).map { day -> Double? in
                    let sums = quarters[day * 96..<day * 96 + 96].compactMap { $0 }
                    return sums.isEmpty ? nil : sums.reduce(0, +)
                }
                #expect(agree(try await fixture.sums(user: user, edges: days), expected))
            }
        }
    }

    @Test("More blocks than one piece holds are read to the end")
    func pieces() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let batch = [TestSample(1, value: 1), TestSample(2, at: 9000 * 1440, value: 2)]
            let now = TestTime.start + 9001 * TestTime.day
            try await fixture.save(batch, user: user, now: now)
            let edges = [TestTime.start, TestTime.start + 9001 * TestTime.day]
            #expect(try await fixture.sums(user: user, edges: edges) == [3])
            let first = HourBlock.number(of: Int32(TestTime.start / TestTime.day))
            try fixture.database.connect().script(
                """
                INSERT INTO hour_totals (user_id, type_id, block, sums)
                SELECT user_id, type_id, n, decode(repeat('7ff8000000000000', 192), 'hex')
                FROM hour_totals, generate_series(\(first), \(first + 1125)) AS n
                WHERE block = \(first)
                ON CONFLICT DO NOTHING
                """
            )
            #expect(try await fixture.count("hour_totals", of: user) > 1000)
            #expect(try await fixture.sums(user: user, edges: edges) == [3])
        }
    }

    @Test("Hours that are marked, or settled again, are never answered from before")
    func settledAgain() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let edges = (0...9).map { TestTime.start + $0 * TestTime.day }
            #expect(
                try await fixture.sums(user: user, edges: edges) == Array(repeating: nil, count: 9)
            )
            for number in 0..<9 {
                let sample = TestSample(UInt64(number), at: Int64(number) * 1440, value: 1)
                try await fixture.save([sample], user: user)
                let sums = try await fixture.sums(user: user, edges: edges)
                #expect(sums == (0..<9).map { $0 <= number ? 1 : nil })
            }
        }
    }

    @Test("A user who does not exist, or is gone, is not found")
    func nobody() async throws {
        try await withStore { fixture in
            let edges = [TestTime.start, TestTime.start + TestTime.day]
            await #expect(throws: HealthStoreError.userNotFound) {
                try await fixture.sums(user: UserID(number: 5), edges: edges)
            }
        }
    }
}
