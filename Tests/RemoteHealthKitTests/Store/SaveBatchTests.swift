import HealthModel
import JSON
import Testing

@testable import RemoteHealthKit

struct SaveBatchTests {
    private func drafts(_ count: Int) throws -> [SampleDraft] {
        try (0..<count).map { try draft(of: steps(1, minute: $0)) }
    }

    private func ranges(_ drafts: [SampleDraft], samples: Int, bytes: Int) -> [Range<Int>] {
        SaveBatch.cut(drafts, sampleLimit: samples, byteLimit: bytes) { "b" }.map(\.range)
    }

    @Test func `A limit of samples cuts`() throws {
        let five = try drafts(5)
        #expect(ranges(five, samples: 2, bytes: .max) == [0..<2, 2..<4, 4..<5])
        #expect(ranges(five, samples: 5, bytes: .max) == [0..<5])
        #expect(ranges([], samples: 5, bytes: .max) == [])
    }

    @Test func `A limit of bytes cuts, but no sample in two`() throws {
        let three = try drafts(3)
        #expect(ranges(three, samples: 9, bytes: 1) == [0..<1, 1..<2, 2..<3])
    }

    @Test func `A correlation counts with what it holds`() throws {
        var meal = try drafts(1)[0]
        meal.content = .correlation(try drafts(3))
        let plain = try drafts(1)[0]
        #expect(ranges([plain, meal, plain], samples: 5, bytes: .max) == [0..<2, 2..<3])
        #expect(ranges([plain, meal, plain], samples: 3, bytes: .max) == [0..<1, 1..<2, 2..<3])
    }

    @Test func `The body is an atomic batch with a name`() throws {
        let batches = SaveBatch.cut(try drafts(3)) { "walk" }
        let body = try #require(batches.first?.body)
        try JSONParser().parse(body) { root in
            #expect(root["batch"]?.string == "walk")
            #expect(root["atomic"]?.bool == true)
            #expect(root["samples"]?.count == 3)
        }
    }
}
