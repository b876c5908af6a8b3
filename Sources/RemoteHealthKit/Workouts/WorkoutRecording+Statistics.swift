#if !canImport(HealthKit)
import Foundation

/// What the samples of a workout come to.
extension WorkoutRecording {
    /// The statistics of each type that there are samples of.
    var statistics: [HKQuantityType: HKStatistics] {
        let quantities = samples.compactMap { $0 as? HKQuantitySample }
        return Dictionary(grouping: quantities, by: \.quantityType).mapValues(statistics(of:))
    }

    private func statistics(of samples: [HKQuantitySample]) -> HKStatistics {
        let type = samples[0].quantityType
        let starts = samples.map(\.startDate)
        let ends = samples.map(\.endDate)
        let first = start ?? starts.min() ?? samples[0].startDate
        return HKStatistics(
            quantityType: type,
            startDate: first,
            endDate: max(first, end ?? ends.max() ?? first),
            sources: [.own],
            values: StatisticsValues(of: samples, type)
        )
    }

    /// The totals of the workout itself: sums of the samples that were added.
    func totals(of activity: HKWorkoutActivityType) -> WorkoutTotals {
        let sums = statistics.mapValues { $0.sumQuantity() }
        // Which type an activity's distance is of, the workout itself knows.
        let zero = HKQuantity(unit: .meter(), doubleValue: 0)
        let distance = WorkoutTotals(distance: zero).byType(of: activity).first?.0
        return WorkoutTotals(
            energy: sums[HKQuantityType(.activeEnergyBurned)] ?? nil,
            distance: distance.flatMap { sums[$0] ?? nil },
            strokes: sums[HKQuantityType(.swimmingStrokeCount)] ?? nil,
            flights: sums[HKQuantityType(.flightsClimbed)] ?? nil
        )
    }

    /// The workout, of a recording that has an end; nil of others.
    func workout(
        _ configuration: HKWorkoutConfiguration,
        on device: HKDevice?
    ) -> HKWorkout? {
        guard let start, let end else { return nil }
        // An activity of the same configuration knows what of it is metadata.
        let content = HKWorkoutActivity(
            workoutConfiguration: configuration,
            start: start,
            end: end,
            metadata: metadata.dictionary
        ).content
        return HKWorkout(
            activityType: configuration.activityType,
            start: start,
            end: end,
            duration: nil,
            events: events,
            activities: activities,
            totals: totals(of: configuration.activityType),
            facts: ObjectFacts(device: device, metadata: content)
        )
    }
}

extension StatisticsValues {
    /// What samples of one type come to, none of them hidden by another.
    fileprivate init(of samples: [HKQuantitySample], _ type: HKQuantityType) {
        // The program's own unit: figures in it are exact where they can be.
        let unit = samples[0].quantity.unit
        let values = samples.map { $0.quantity.doubleValue(for: unit) }
        let quantity = { HKQuantity(unit: unit, doubleValue: $0) }
        let sum = values.reduce(0, +)
        self.init()
        if type.aggregationStyle == .cumulative {
            self.sum = quantity(sum)
        } else {
            average = quantity(sum / Double(values.count))
            minimum = values.min().map(quantity)
            maximum = values.max().map(quantity)
        }
        let latest = samples.max { ($0.endDate, $0.startDate) < ($1.endDate, $1.startDate) }
        mostRecent = latest?.quantity
        mostRecentInterval = latest.map { DateInterval(start: $0.startDate, end: $0.endDate) }
    }
}
#endif
