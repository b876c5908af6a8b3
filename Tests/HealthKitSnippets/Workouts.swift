import Foundation
import RemoteHealthKit

/// Workouts with `await`.
enum Workouts {
    /// Builds a ride of an hour with a pause and with what belongs to it.
    static func ride(from start: Date, in healthStore: HKHealthStore) async throws -> HKWorkout? {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .cycling
        configuration.locationType = .outdoor
        let end = start.addingTimeInterval(3600)
        let builder = HKWorkoutBuilder(
            healthStore: healthStore,
            configuration: configuration,
            device: .local()
        )
        try await builder.beginCollection(at: start)
        try await builder.addSamples([
            HKCumulativeQuantitySample(
                type: HKQuantityType(.distanceCycling),
                quantity: HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: 21.5),
                start: start,
                end: end
            )
        ])
        try await builder.addWorkoutEvents([
            event(.pause, at: start.addingTimeInterval(1200)),
            event(.resume, at: start.addingTimeInterval(1500)),
        ])
        try await builder.addMetadata([HKMetadataKeyWorkoutBrandName: "Evening ride"])
        try await builder.endCollection(at: end)
        return try await builder.finishWorkout()
    }

    /// Samples that belong to a workout.
    static func samples(
        of workout: HKWorkout,
        type: HKQuantityType,
        in healthStore: HKHealthStore
    ) async throws -> [HKQuantitySample] {
        let predicate = HKQuery.predicateForObjects(from: workout)
        let descriptor = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: type, predicate: predicate)],
            sortDescriptors: []
        )
        return try await descriptor.result(for: healthStore)
    }

    /// How far a workout went.
    static func kilometers(of workout: HKWorkout) -> Double? {
        workout.statistics(for: HKQuantityType(.distanceCycling))?
            .sumQuantity()?
            .doubleValue(for: .meterUnit(with: .kilo))
    }

    private static func event(_ type: HKWorkoutEventType, at date: Date) -> HKWorkoutEvent {
        HKWorkoutEvent(
            type: type,
            dateInterval: DateInterval(start: date, duration: 0),
            metadata: nil
        )
    }
}
