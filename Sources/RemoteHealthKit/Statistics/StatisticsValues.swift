#if !canImport(HealthKit)
import Foundation

/// What statistics say, of all sources together or of one; nil where there is no data or no question.
struct StatisticsValues: Hashable, Sendable {
    /// The sum.
    var sum: HKQuantity?
    /// The average.
    var average: HKQuantity?
    /// The least value.
    var minimum: HKQuantity?
    /// The greatest value.
    var maximum: HKQuantity?
    /// The latest value.
    var mostRecent: HKQuantity?
    /// When the latest value was measured.
    var mostRecentInterval: DateInterval?
    /// For how long there was data.
    var duration: HKQuantity?
}

extension StatisticsValues {
    /// Joins what two of the server's sources say that are one source here.
    ///
    /// Sums and durations are added; an average of averages would be wrong and is left out.
    func joined(with other: StatisticsValues) -> StatisticsValues {
        var joined = StatisticsValues()
        joined.sum = Self.join(sum, other.sum, HKQuantity.adding)
        joined.duration = Self.join(duration, other.duration, HKQuantity.adding)
        joined.average = average == nil ? other.average : other.average == nil ? average : nil
        joined.minimum = Self.join(minimum, other.minimum) { left, right in
            left.compare(right) == .orderedDescending ? right : left
        }
        joined.maximum = Self.join(maximum, other.maximum) { left, right in
            left.compare(right) == .orderedAscending ? right : left
        }
        let latest = Self.latest(self, other)
        joined.mostRecent = latest.mostRecent
        joined.mostRecentInterval = latest.mostRecentInterval
        return joined
    }

    private static func join(
        _ left: HKQuantity?,
        _ right: HKQuantity?,
        _ both: (HKQuantity, HKQuantity) -> HKQuantity
    ) -> HKQuantity? {
        guard let left, let right else { return left ?? right }
        return both(left, right)
    }

    private static func latest(
        _ left: StatisticsValues,
        _ right: StatisticsValues
    ) -> StatisticsValues {
        guard let before = left.mostRecentInterval else { return right }
        guard let after = right.mostRecentInterval else { return left }
        return before.end < after.end ? right : left
    }
}

extension HKQuantity {
    /// The sum of two amounts of one kind, in the unit of the first.
    fileprivate static func adding(_ left: HKQuantity, _ right: HKQuantity) -> HKQuantity {
        HKQuantity(unit: left.unit, doubleValue: left.value + right.doubleValue(for: left.unit))
    }
}
#endif
