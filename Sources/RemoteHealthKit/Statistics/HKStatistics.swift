#if !canImport(HealthKit)
public import Foundation

/// What the samples of a type came to over a span of time.
///
/// Unchecked: nothing changes after `init`, which only this module calls.
open class HKStatistics: NSObject, @unchecked Sendable {
    /// The kind of quantity.
    public let quantityType: HKQuantityType
    /// The first instant of the span.
    public let startDate: Date
    /// The first instant after the span.
    public let endDate: Date
    /// The sources that have samples in the span, if they were asked for.
    public let sources: [HKSource]?
    private let values: StatisticsValues
    private let bySource: [HKSource: StatisticsValues]

    /// Makes statistics of what the server answered.
    ///
    /// Where several of the server's sources are one here, what they say is joined.
    init(
        quantityType: HKQuantityType,
        startDate: Date,
        endDate: Date,
        sources: [HKSource]?,
        values: StatisticsValues,
        bySource: [(HKSource, StatisticsValues)] = []
    ) {
        self.quantityType = quantityType
        self.startDate = startDate
        self.endDate = endDate
        self.sources = sources
        self.values = values
        self.bySource = Dictionary(bySource) { $0.joined(with: $1) }
    }

    /// Gives the sum; nil where there is no data, or the sum was not asked for.
    open func sumQuantity() -> HKQuantity? { values.sum }

    /// Gives the sum of one source.
    open func sumQuantity(for source: HKSource) -> HKQuantity? { bySource[source]?.sum }

    /// Gives the average; nil where there is no data, or the average was not asked for.
    open func averageQuantity() -> HKQuantity? { values.average }

    /// Gives the average of one source.
    open func averageQuantity(for source: HKSource) -> HKQuantity? { bySource[source]?.average }

    /// Gives the least value; nil where there is no data, or it was not asked for.
    open func minimumQuantity() -> HKQuantity? { values.minimum }

    /// Gives the least value of one source.
    open func minimumQuantity(for source: HKSource) -> HKQuantity? { bySource[source]?.minimum }

    /// Gives the greatest value; nil where there is no data, or it was not asked for.
    open func maximumQuantity() -> HKQuantity? { values.maximum }

    /// Gives the greatest value of one source.
    open func maximumQuantity(for source: HKSource) -> HKQuantity? { bySource[source]?.maximum }

    /// Gives the latest value; nil where there is no data, or it was not asked for.
    open func mostRecentQuantity() -> HKQuantity? { values.mostRecent }

    /// Gives the latest value of one source.
    open func mostRecentQuantity(for source: HKSource) -> HKQuantity? {
        bySource[source]?.mostRecent
    }

    /// Says when the latest value was measured.
    open func mostRecentQuantityDateInterval() -> DateInterval? { values.mostRecentInterval }

    /// Says when the latest value of one source was measured.
    open func mostRecentQuantityDateInterval(for source: HKSource) -> DateInterval? {
        bySource[source]?.mostRecentInterval
    }

    /// Says for how long there was data; nil where there is none, or it was not asked for.
    open func duration() -> HKQuantity? { values.duration }

    /// Says for how long there was data of one source.
    open func duration(for source: HKSource) -> HKQuantity? { bySource[source]?.duration }
}
#endif
