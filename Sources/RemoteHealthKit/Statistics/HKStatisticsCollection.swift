#if !canImport(HealthKit)
public import Foundation

/// Statistics over spans of time that follow each other, such as days.
///
/// Unchecked: nothing changes after `init`, which only this module calls.
open class HKStatisticsCollection: NSObject, @unchecked Sendable {
    private let quantityType: HKQuantityType
    /// By start, without overlaps; spans without data are left out.
    private let all: [HKStatistics]
    private let span: @Sendable (Date) -> DateInterval?

    /// Makes a collection of what the server answered.
    ///
    /// - Parameters:
    ///   - statistics: Those with data, by start; they do not overlap.
    ///   - span: The span that holds an instant, start included and end not; nil where the query
    ///     has none.
    init(
        quantityType: HKQuantityType,
        statistics: [HKStatistics],
        span: @escaping @Sendable (Date) -> DateInterval?
    ) {
        self.quantityType = quantityType
        all = statistics
        self.span = span
    }

    /// Gives the statistics of the span that holds an instant; nil where there is no data.
    open func statistics(for date: Date) -> HKStatistics? {
        // The first that begins after the instant; the one before it may hold the instant.
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle].startDate <= date { low = middle + 1 } else { high = middle }
        }
        guard low > 0, date < all[low - 1].endDate else { return nil }
        return all[low - 1]
    }

    /// Calls a block with the statistics of each span, from the one that holds `startDate` to the
    /// one that holds `endDate`.
    ///
    /// Spans without data have statistics that say nothing. The block stops the enumeration by
    /// setting its second argument to true.
    open func enumerateStatistics(
        from startDate: Date,
        to endDate: Date,
        with block: @escaping (HKStatistics, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        var stop = ObjCBool(false)
        var next = startDate
        while next <= endDate, !stop.boolValue, let interval = span(next) {
            block(statistics(for: interval.start) ?? empty(interval), &stop)
            guard interval.end > next else { return }
            next = interval.end
        }
    }

    /// Gives the statistics of every span that has data, by start.
    open func statistics() -> [HKStatistics] { all }

    /// Gives the sources that have samples in any of the spans, if they were asked for.
    open func sources() -> Set<HKSource> {
        Set(all.flatMap { $0.sources ?? [] })
    }

    private func empty(_ interval: DateInterval) -> HKStatistics {
        HKStatistics(
            quantityType: quantityType,
            startDate: interval.start,
            endDate: interval.end,
            sources: nil,
            values: StatisticsValues()
        )
    }
}
#endif
