import Foundation
import HealthModel
import MergeEngine
import TestSupport
import Testing

@Suite("The reference vectors", .offPool)
struct VectorTests {
    @Test("Merged sums are what Health Connect's public tests say", arguments: try Vector.sums())
    func mergedSum(vector: Vector) {
        let behavior = MergeBehavior.rate
        let sums = Merge.sums(of: vector.mergeSamples, behavior: behavior, edges: vector.edges)
        #expect(sums.count == vector.expected.buckets.count)
        #expect(zip(sums, vector.expected.buckets).allSatisfy(agree))
    }

    @Test("Durations are what Health Connect's public tests say", arguments: try Vector.durations())
    func duration(vector: Vector) {
        let durations = Merge.durations(of: vector.mergeSamples, edges: vector.edges)
            .map { $0.map { Double($0) / 1000 } }
        #expect(durations == vector.expected.buckets)
    }

    @Test("All vectors are there")
    func allVectorsAreThere() throws {
        #expect(try Vector.sums().count == 32)
        #expect(try Vector.durations().count == 11)
    }
}

/// One vector of `Fixtures/*.json`; the files' `about` says what the fields mean.
struct Vector: Decodable, Sendable, CustomTestStringConvertible {
    struct Sample: Decodable {
        var source: String
        var start: Int64
        var end: Int64
        var value: Double?
        var created: Int64?
        var startOffsetSeconds: Int?
        var endOffsetSeconds: Int?
    }

    struct Query: Decodable {
        struct Interval: Decodable {
            var milliseconds: Int64?
            var days: Int64?
        }

        var start: Int64
        var end: Int64
        var interval: Interval?
        var timeZone: String?
        var onlySources: [String]?
    }

    /// One result, or a list of them.
    struct Expected: Decodable {
        var buckets: [Double?]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let list = try? container.decode([Double?].self) {
                buckets = list
            } else {
                buckets = [try container.decode(Double?.self)]
            }
        }
    }

    var name: String
    var samples: [Sample]
    var order: [String]
    var switchedOff: [String]
    var query: Query
    var expected: Expected

    var testDescription: String { name }

    static func sums() throws -> [Vector] { try load("merge") }

    static func durations() throws -> [Vector] { try load("duration") }

    private static func load(_ name: String) throws -> [Vector] {
        struct File: Decodable {
            var vectors: [Vector]
        }
        let file = try #require(
            Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: "json")
        )
        return try JSONDecoder().decode(File.self, from: Data(contentsOf: file)).vectors
    }

    /// The query cut into intervals, in microseconds; the last one may be shorter.
    var edges: [Int64] {
        let interval = query.interval?.milliseconds ?? query.interval?.days.map { $0 * 86_400_000 }
        let step = interval ?? query.end - query.start
        let starts = Array(stride(from: query.start, to: query.end, by: Int(step)))
        return (starts + [query.end]).map { $0 * 1000 }
    }

    /// The samples as the engine takes them.
    ///
    /// A sample that ends before it starts is left out: intake refuses it, so the engine never
    /// sees one.
    var mergeSamples: [MergeSample] {
        let names = Set(samples.map(\.source) + order + switchedOff).sorted()
        let ranking = SourceRanking(
            sources: names.map { SourceIdentity(bundleIdentifier: $0) },
            order: order.compactMap(names.firstIndex(of:)),
            disabled: Set(switchedOff.compactMap(names.firstIndex(of:)))
        )
        return samples.enumerated().compactMap { number, sample in
            guard sample.start <= sample.end,
                query.onlySources?.contains(sample.source) ?? true,
                let source = names.firstIndex(of: sample.source),
                let rank = ranking.rank(ofSource: source, isUserEntered: false)
            else { return nil }
            let (start, end) = span(of: sample)
            return MergeEngineTests.sample(
                start,
                end,
                sample.value ?? 0,
                rank: rank,
                recorded: sample.created ?? 0,
                id: number
            )
        }
        .sortedByStart
    }

    private func span(of sample: Sample) -> (start: Int64, end: Int64) {
        let isRecorded = query.timeZone == "recorded"
        return WallClock.span(
            from: Instant(microseconds: sample.start * 1000),
            offsetInSeconds: isRecorded ? sample.startOffsetSeconds ?? 0 : 0,
            to: Instant(microseconds: sample.end * 1000),
            offsetInSeconds: isRecorded ? sample.endOffsetSeconds ?? 0 : 0
        )
    }
}
