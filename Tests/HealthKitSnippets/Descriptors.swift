import Foundation
import RemoteHealthKit

/// The same questions with `await`.
enum Descriptors {
    /// The latest weights in kilograms.
    static func weights(limit: Int, in healthStore: HKHealthStore) async throws -> [Double] {
        let descriptor = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: HKQuantityType(.bodyMass))],
            sortDescriptors: [SortDescriptor(\.endDate, order: .reverse)],
            limit: limit
        )
        return try await descriptor.result(for: healthStore).map {
            $0.quantity.doubleValue(for: .gramUnit(with: .kilo))
        }
    }

    /// Sleep and workouts in one list, the oldest first.
    static func nightsAndWorkouts(in healthStore: HKHealthStore) async throws -> [HKSample] {
        let descriptor = HKSampleQueryDescriptor(
            predicates: [
                .sample(type: HKCategoryType(.sleepAnalysis)), .sample(type: .workoutType()),
            ],
            sortDescriptors: [SortDescriptor(\.startDate)]
        )
        return try await descriptor.result(for: healthStore)
    }

    /// The workouts of a kind.
    static func workouts(
        _ activity: HKWorkoutActivityType,
        in healthStore: HKHealthStore
    ) async throws -> [HKWorkout] {
        let predicate = HKSamplePredicate.workout(HKQuery.predicateForWorkouts(with: activity))
        let descriptor = HKSampleQueryDescriptor(
            predicates: [predicate],
            sortDescriptors: [SortDescriptor(\.startDate, order: .forward)]
        )
        return try await descriptor.result(for: healthStore)
    }

    /// The steps of a range.
    static func steps(
        from start: Date,
        to end: Date,
        in healthStore: HKHealthStore
    ) async throws -> Double? {
        let range = HKQuery.predicateForSamples(withStart: start, end: end)
        let descriptor = HKStatisticsQueryDescriptor(
            predicate: .quantitySample(type: HKQuantityType(.stepCount), predicate: range),
            options: .cumulativeSum
        )
        return try await descriptor.result(for: healthStore)?
            .sumQuantity()?
            .doubleValue(for: .count())
    }

    /// The steps of each day.
    static func dailySteps(
        from start: Date,
        to end: Date,
        in healthStore: HKHealthStore
    ) async throws -> [Double] {
        let range = HKQuery.predicateForSamples(withStart: start, end: end)
        let descriptor = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: HKQuantityType(.stepCount), predicate: range),
            options: .cumulativeSum,
            anchorDate: start,
            intervalComponents: DateComponents(day: 1)
        )
        let collection = try await descriptor.result(for: healthStore)
        return collection.statistics().map {
            $0.sumQuantity()?.doubleValue(for: .count()) ?? 0
        }
    }

    /// The daily steps again with every change, until the count of a day is reached.
    static func waitForSteps(
        _ goal: Double,
        onDayOf date: Date,
        in healthStore: HKHealthStore
    ) async throws {
        let descriptor = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: HKQuantityType(.stepCount)),
            options: .cumulativeSum,
            anchorDate: Calendar.current.startOfDay(for: date),
            intervalComponents: DateComponents(day: 1)
        )
        for try await result in descriptor.results(for: healthStore) {
            let day = result.statisticsCollection.statistics(for: date)
            let count = day?.sumQuantity()?.doubleValue(for: .count()) ?? 0
            if count >= goal { return }
        }
    }

    /// What was added and deleted since an anchor.
    static func changes(
        since anchor: HKQueryAnchor?,
        in healthStore: HKHealthStore
    ) async throws -> (added: Int, deleted: Int, anchor: HKQueryAnchor) {
        let descriptor = HKAnchoredObjectQueryDescriptor(
            predicates: [.quantitySample(type: HKQuantityType(.stepCount))],
            anchor: anchor
        )
        let result = try await descriptor.result(for: healthStore)
        return (result.addedSamples.count, result.deletedObjects.count, result.newAnchor)
    }

    /// Waits for the first new sample.
    static func nextSample(
        after anchor: HKQueryAnchor,
        in healthStore: HKHealthStore
    ) async throws -> HKQuantitySample? {
        let descriptor = HKAnchoredObjectQueryDescriptor(
            predicates: [.quantitySample(type: HKQuantityType(.stepCount))],
            anchor: anchor
        )
        for try await update in descriptor.results(for: healthStore) {
            if let sample = update.addedSamples.first { return sample }
        }
        return nil
    }

    /// The sources of steps.
    static func sources(in healthStore: HKHealthStore) async throws -> [String] {
        let descriptor = HKSourceQueryDescriptor(
            predicate: .quantitySample(type: HKQuantityType(.stepCount))
        )
        return try await descriptor.result(for: healthStore).map(\.bundleIdentifier).sorted()
    }
}
