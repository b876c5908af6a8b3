#if !canImport(HealthKit)
import Foundation
import HealthModel
import JSON

/// A question for statistics of a quantity type, of one range or of the intervals of one.
struct StatisticsQuestion: Sendable {
    /// The type.
    let type: HKQuantityType
    /// What the samples have to match.
    let filter: SampleFilter
    /// What is to be computed.
    let options: HKStatisticsOptions

    /// What the server is asked about; nil where no sample can match.
    struct Scope: Sendable {
        /// The range.
        let range: TimeRange
        /// The parameters that narrow what goes into the statistics, beside `source`.
        let parameters: [(name: String, value: String?)]
        /// The sources that count, by the server's identifiers; nil for all.
        let sourceIDs: [String]?
    }

    /// Translates the predicate, exactly.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` for what has no translation and for options
    ///   that the type does not have.
    func scope(on server: HealthServer) async throws -> Scope? {
        let translated = try translation()
        if translated.isEmpty { return nil }
        var ids: [String]?
        if let sources = translated.sources {
            ids = try await server.sources().filter { sources.contains($0) }.compactMap(\.id)
            if ids?.isEmpty == true { return nil }
        }
        let condition = translated.range
        let range = TimeRange(
            start: condition?.start ?? Instant.supported.lowerBound,
            end: condition?.end ?? Instant.supported.upperBound
        )
        let strict = [
            condition?.isStartStrict == true ? "start" : nil,
            condition?.isEndStrict == true ? "end" : nil,
        ].compactMap { $0 }.joined(separator: ",")
        return Scope(
            range: range,
            parameters: [
                ("strict", strict.isEmpty ? nil : strict),
                ("userEntered", translated.isUserEntered.map { $0 ? "only" : "exclude" }),
            ],
            sourceIDs: ids
        )
    }

    /// Whether statistics are open at an end, as those without a predicate are.
    var hasOpenRange: Bool {
        guard let range = (try? translation())?.range else { return true }
        return range.start == nil || range.end == nil
    }

    /// Translates the predicate and checks the options.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument`.
    func translation() throws -> StatisticsScope {
        if let problem = filter.problem ?? optionsProblem {
            throw HKError.failure(.errorInvalidArgument, problem)
        }
        do throws(UntranslatablePredicate) {
            return try StatisticsScope(filter)
        } catch {
            throw HKError.failure(.errorInvalidArgument, error.description)
        }
    }

    private var optionsProblem: String? {
        let discrete: HKStatisticsOptions = [.discreteAverage, .discreteMin, .discreteMax]
        let isCumulative = type.aggregationStyle == .cumulative
        if isCumulative, !options.isDisjoint(with: discrete) {
            return "\(type.identifier) is cumulative: it has no average, minimum and maximum."
        }
        if !isCumulative, options.contains(.cumulativeSum) {
            return "\(type.identifier) is discrete: it has no sum."
        }
        return nil
    }

    /// The words of the server for the options.
    ///
    /// Without any, something is asked for all the same: it tells whether there is data.
    func words(separatedBySource: Bool) -> String {
        var words = Self.words.filter { options.contains($0.option) }.map(\.word)
        if words.isEmpty { words = ["duration"] }
        if separatedBySource { words.append("separateBySource") }
        return words.joined(separator: ",")
    }

    private static let words: [(option: HKStatisticsOptions, word: String)] = [
        (.cumulativeSum, "sum"), (.discreteAverage, "average"), (.discreteMin, "min"),
        (.discreteMax, "max"), (.mostRecent, "mostRecent"), (.duration, "duration"),
    ]
}
#endif
