import Foundation
import RemoteHealthKit

/// The daily steps of a week, as charts of older tutorials load them.
class StepHistory {
    /// A day and its steps.
    struct Day {
        /// Its midnight.
        let date: Date
        /// Its steps; 0 where nothing was counted.
        let count: Int
    }

    let healthStore: HKHealthStore
    var query: HKStatisticsCollectionQuery?

    /// Makes a history of a store.
    init(healthStore: HKHealthStore) {
        self.healthStore = healthStore
    }

    /// Loads the last seven days, and again whenever there are new steps.
    func load(until now: Date = Date(), completion: @escaping ([Day]) -> Void) {
        let calendar = Calendar.current
        let today = calendar.startOfDay(for: now)
        guard let stepType = HKQuantityType.quantityType(forIdentifier: .stepCount),
            let startDate = calendar.date(byAdding: .day, value: -6, to: today)
        else { return }
        let predicate = HKQuery.predicateForSamples(
            withStart: startDate,
            end: now,
            options: .strictStartDate
        )
        let query = HKStatisticsCollectionQuery(
            quantityType: stepType,
            quantitySamplePredicate: predicate,
            options: .cumulativeSum,
            anchorDate: startDate,
            intervalComponents: DateComponents(day: 1)
        )
        query.initialResultsHandler = { query, collection, error in
            completion(self.days(in: collection, from: startDate, to: now))
        }
        query.statisticsUpdateHandler = { query, statistics, collection, error in
            completion(self.days(in: collection, from: startDate, to: now))
        }
        self.query = query
        healthStore.execute(query)
    }

    /// Ends the updates.
    func stop() {
        guard let query = query else { return }
        healthStore.stop(query)
    }

    private func days(
        in collection: HKStatisticsCollection?,
        from start: Date,
        to end: Date
    ) -> [Day] {
        var days = [Day]()
        collection?.enumerateStatistics(from: start, to: end) { statistics, stop in
            let count = statistics.sumQuantity()?.doubleValue(for: .count())
            days.append(Day(date: statistics.startDate, count: Int(count ?? 0)))
        }
        return days
    }
}
