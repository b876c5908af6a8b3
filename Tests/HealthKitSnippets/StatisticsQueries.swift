import Foundation
import RemoteHealthKit

/// Totals and averages, with result handlers.
enum StatisticsQueries {
    /// The sum of a range; nil where there is nothing.
    static func sum(
        _ identifier: HKQuantityTypeIdentifier,
        unit: HKUnit,
        from start: Date,
        to end: Date,
        in healthStore: HKHealthStore,
        completion: @escaping @Sendable (Double?) -> Void
    ) {
        let range = HKQuery.predicateForSamples(withStart: start, end: end)
        let query = HKStatisticsQuery(
            quantityType: HKQuantityType(identifier),
            quantitySamplePredicate: range,
            options: .cumulativeSum
        ) { _, result, _ in
            guard let result, let sum = result.sumQuantity() else {
                completion(nil)
                return
            }
            completion(sum.doubleValue(for: unit))
        }
        healthStore.execute(query)
    }

    /// Least, mean, greatest and latest heart rate.
    static func heartRate(
        in healthStore: HKHealthStore,
        completion: @escaping @Sendable ([Double]) -> Void
    ) {
        let query = HKStatisticsQuery(
            quantityType: HKQuantityType(.heartRate),
            quantitySamplePredicate: nil,
            options: [.discreteMin, .discreteAverage, .discreteMax, .mostRecent]
        ) { _, statistics, _ in
            let unit = HKUnit.count().unitDivided(by: .minute())
            let quantities = [
                statistics?.minimumQuantity(), statistics?.averageQuantity(),
                statistics?.maximumQuantity(), statistics?.mostRecentQuantity(),
            ]
            completion(quantities.compactMap { $0?.doubleValue(for: unit) })
        }
        healthStore.execute(query)
    }

    /// The sums of the weeks, which begin on Monday at three in the morning.
    static func weeklySteps(
        from start: Date,
        to end: Date,
        in healthStore: HKHealthStore,
        completion: @escaping @Sendable ([Double]) -> Void
    ) {
        let calendar = Calendar.current
        let components = DateComponents(hour: 3, minute: 0, weekday: 2)
        guard
            let anchor = calendar.nextDate(
                after: end,
                matching: components,
                matchingPolicy: .nextTime,
                direction: .backward
            )
        else { return }
        let query = HKStatisticsCollectionQuery(
            quantityType: HKQuantityType(.stepCount),
            quantitySamplePredicate: nil,
            options: .cumulativeSum,
            anchorDate: anchor,
            intervalComponents: DateComponents(day: 7)
        )
        query.initialResultsHandler = { _, results, _ in
            guard let results else {
                completion([])
                return
            }
            var sums: [Double] = []
            results.enumerateStatistics(from: start, to: end) { statistics, _ in
                sums.append(statistics.sumQuantity()?.doubleValue(for: .count()) ?? 0)
            }
            completion(sums)
        }
        healthStore.execute(query)
    }

    /// What each source counted, by its name.
    static func stepsBySource(
        in healthStore: HKHealthStore,
        completion: @escaping @Sendable ([String: Double]) -> Void
    ) {
        let query = HKStatisticsQuery(
            quantityType: HKQuantityType(.stepCount),
            quantitySamplePredicate: nil,
            options: [.cumulativeSum, .separateBySource]
        ) { _, statistics, _ in
            let counts = (statistics?.sources ?? []).map { source in
                let sum = statistics?.sumQuantity(for: source)
                return (source.name, sum?.doubleValue(for: .count()) ?? 0)
            }
            completion(Dictionary(uniqueKeysWithValues: counts))
        }
        healthStore.execute(query)
    }
}
