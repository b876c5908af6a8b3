import HTTPClient
import HealthModel
import HealthStore
import TestSupport
import Testing

/// Whatever is asked, and whoever asks: the segments of an explanation add up to the statistics.
@Suite("The law of explanations", .offPool)
struct ExplanationLawTests {
    private static let histories = 8
    private static let questions = 12

    @Test(
        "Segments add up to the figure under the same parameters",
        arguments: ["stepCount", "dietaryEnergyConsumed", "sleepAnalysis"]
    )
    func addsUp(type name: String) async throws {
        var seeds = SeededGenerator()
        print("law of explanations, \(name): TRIBUTARY_SEED=\(seeds.seed)")
        let type = try #require(Catalogue.statisticsType(name))
        var compared = 0
        try await withService { api in
            for number in 0..<Self.histories {
                var life = RandomLife(type, SeededGenerator(seed: seeds.next()))
                let callers = try await life.live(api)
                for _ in 0..<Self.questions {
                    let query = life.question()
                    for (who, caller) in callers {
                        let pair = try await Pair(caller, type, query)
                        let problems = pair.problems
                        #expect(problems.isEmpty, "\(number) \(who) \(query): \(problems)")
                        if pair.total != nil { compared += 1 }
                    }
                }
            }
        }
        // The law says little where nothing is ever asked about.
        #expect(compared > Self.histories * Self.questions / 2)
    }
}

/// The statistics and the explanation of one range.
private struct Pair {
    let total: Double?
    private let explained: Double?
    private let segments: [JSONTree]
    private let isSum: Bool
    private let status: String

    init(
        _ caller: (caller: Caller, path: String),
        _ type: StatisticsType,
        _ query: [(String, String)]
    ) async throws {
        let figure = if case .category = type { "duration" } else { "sum" }
        let path = caller.path + "/statistics/" + type.identifier
        let statistics = try await caller.caller.send(
            "GET",
            path,
            query: query + [("options", figure)]
        )
        let explanation = try await caller.caller.send("GET", path + "/explanation", query: query)
        status = statistics.summary + " " + explanation.summary
        total = statistics[figure].number
        explained = explanation[figure].number
        segments = explanation["segments"].elements
        isSum = type.merge == .sum
    }

    /// What is not as the law has it.
    var problems: [String] {
        var problems: [String] = []
        if status != "200 200" { problems.append(status) }
        let sum = segments.reduce(0) { $0 + ($1["contribution"].number ?? .infinity) }
        if !agree(explained, total) { problems.append("explained another figure") }
        if !agree(sum, total ?? 0) { problems.append("\(sum) is not \(total ?? 0)") }
        if segments.isEmpty != (total == nil) { problems.append("nothing is not null") }
        let starts = segments.compactMap { $0["start"].string.flatMap(Self.instant) }
        let ends = segments.compactMap { $0["end"].string.flatMap(Self.instant) }
        if starts.count != segments.count || ends.count != segments.count {
            problems.append("a time is missing")
        }
        if starts != starts.sorted() { problems.append("segments are not in order") }
        let intervals = zip(starts, ends).filter { $0 < $1 }
        let isApart = zip(intervals, intervals.dropFirst()).allSatisfy { $0.1 <= $1.0 }
        if !isSum && !isApart { problems.append("segments overlap") }
        return problems
    }

    private static func instant(_ text: String) -> Int64? {
        (RFC3339.parse(text)?.instant ?? RFC3339.parseWallClock(text))?.microseconds
    }

    private func agree(_ left: Double?, _ right: Double?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return abs(left - right) <= 1e-9 * max(1, abs(left), abs(right))
    }
}
