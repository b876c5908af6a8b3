#if !canImport(HealthKit)
import Foundation
import HealthModel

/// The sources that statistics tell of by the server's identifiers.
///
/// The server tells sources apart by their devices, too, so several may be one to HealthKit.
struct SourceCatalogue: Sendable, Equatable {
    private let sources: [String: HKSource]

    /// Makes a catalogue of a list of sources.
    init(_ sources: [HKSource]) {
        self.sources = Dictionary(
            sources.compactMap { source in source.id.map { ($0, source) } },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Those identifiers that stand for one source together, two or more in each group.
    func groups(of ids: Set<String>) -> [[String]] {
        let known = ids.filter { sources[$0] != nil }
        return Dictionary(grouping: known.sorted()) { sources[$0] }.values.filter { $0.count > 1 }
    }

    /// Makes statistics of figures.
    func statistics(
        _ figures: StatisticsFigures,
        _ question: StatisticsQuestion
    ) -> HKStatistics {
        let bySource = (figures.sources ?? [:]).compactMap { id, values in
            sources[id].map { ($0, StatisticsValues(values, question)) }
        }
        return HKStatistics(
            quantityType: question.type,
            startDate: Date(figures.start),
            endDate: Date(figures.end),
            sources: figures.sources.map { _ in
                bySource.map(\.0).sorted { $0.bundleIdentifier < $1.bundleIdentifier }
            },
            values: StatisticsValues(figures.values, question),
            bySource: bySource
        )
    }
}

extension StatisticsValues {
    /// Gives figures their units; those that were not asked for are left out.
    fileprivate init(_ values: StatisticsFigures.Values, _ question: StatisticsQuestion) {
        let unit = question.type.canonicalUnit
        func quantity(_ value: Double?, _ option: HKStatisticsOptions) -> HKQuantity? {
            guard question.options.contains(option) else { return nil }
            return value.map { HKQuantity(unit: unit, doubleValue: $0) }
        }
        self.init(
            sum: quantity(values.sum, .cumulativeSum),
            average: quantity(values.average, .discreteAverage),
            minimum: quantity(values.min, .discreteMin),
            maximum: quantity(values.max, .discreteMax),
            mostRecent: quantity(values.mostRecent?.value, .mostRecent),
            mostRecentInterval: values.mostRecent.map {
                DateInterval(start: Date($0.start), end: Date($0.end))
            },
            duration: question.options.contains(.duration)
                ? values.duration.map { HKQuantity(unit: .second(), doubleValue: $0) } : nil
        )
    }
}
#endif
