#if !canImport(HealthKit)
import Foundation
import HealthModel

/// Workouts by their activity.
struct WorkoutActivityCondition: SampleCondition {
    /// The activity, of the workout or of one of its parts.
    let activityType: HKWorkoutActivityType

    var bounds: SampleBounds { SampleBounds(rawValues: [Int(activityType.rawValue)]) }

    var format: String { "workoutActivityType == \(activityType.rawValue)" }

    func matches(_ sample: HKSample) -> Bool {
        (sample as? HKWorkout)?.workoutActivityType == activityType
    }
}

/// Workouts by how long they took.
struct WorkoutDurationCondition: SampleCondition {
    /// How the duration is compared.
    let comparison: Comparison
    /// What it is compared with, in seconds.
    let duration: TimeInterval

    var problem: String? { comparison.problem(comparing: "durations") }

    var format: String { "duration \(comparison.symbol) \(duration)" }

    func matches(_ sample: HKSample) -> Bool {
        guard let workout = sample as? HKWorkout else { return false }
        return comparison.holds(workout.duration, duration)
    }
}

/// Workouts by one of their totals.
struct WorkoutTotalCondition: SampleCondition {
    /// The totals that HealthKit has predicates for.
    enum Total: String, Sendable {
        case totalEnergyBurned
        case totalDistance
        case totalSwimmingStrokeCount
        case totalFlightsClimbed
    }

    /// The total.
    let total: Total
    /// How it is compared.
    let comparison: Comparison
    /// What it is compared with.
    let quantity: HKQuantity

    var problem: String? { comparison.problem(comparing: "quantities") }

    var format: String { "\(total.rawValue) \(comparison.symbol) \(quantity)" }

    func matches(_ sample: HKSample) -> Bool {
        guard let value = (sample as? HKWorkout).flatMap(value) else { return false }
        return comparison.holds(value, quantity)
    }

    private func value(_ workout: HKWorkout) -> HKQuantity? {
        switch total {
        case .totalEnergyBurned: workout.totalEnergyBurned
        case .totalDistance: workout.totalDistance
        case .totalSwimmingStrokeCount: workout.totalSwimmingStrokeCount
        case .totalFlightsClimbed: workout.totalFlightsClimbed
        }
    }
}

/// Samples that belong to a workout.
///
/// The server keeps no list of a workout's samples, so those are taken that its source recorded
/// while it lasted: what a workout builder collects.
struct WorkoutSamplesCondition: SampleCondition {
    /// The workout, which is none of its samples.
    let workout: UUID
    /// The workout's source.
    let source: HKSource
    /// The first instant of the workout.
    let start: Instant
    /// Its last.
    let end: Instant

    /// Makes the condition of a workout.
    init(_ workout: HKWorkout) {
        self.workout = workout.uuid
        source = workout.sourceRevision.source
        start = Instant(nearest: workout.startDate)
        end = Instant(nearest: workout.endDate)
    }

    var bounds: SampleBounds {
        SampleBounds(
            earliestStart: start,
            startLimit: Instant(microseconds: end.microseconds + 1),
            bundleIdentifiers: [source.bundleIdentifier]
        )
    }

    var format: String { "workout == \(workout)" }

    func matches(_ sample: HKSample) -> Bool {
        sample.uuid != workout && sample.sourceRevision.source == source
            && Instant(nearest: sample.startDate) >= start
            && Instant(nearest: sample.endDate) <= end
    }
}
#endif
