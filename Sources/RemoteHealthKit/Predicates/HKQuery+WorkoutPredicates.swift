#if !canImport(HealthKit)
public import Foundation

/// Predicates on workouts.
extension HKQuery {
    /// Matches the workouts of an activity.
    public class func predicateForWorkouts(
        with workoutActivityType: HKWorkoutActivityType
    ) -> NSPredicate {
        HealthPredicate(WorkoutActivityCondition(activityType: workoutActivityType))
    }

    /// Matches workouts by how many seconds they took.
    public class func predicateForWorkouts(
        with operatorType: PredicateOperator,
        duration: TimeInterval
    ) -> NSPredicate {
        HealthPredicate(
            WorkoutDurationCondition(comparison: Comparison(operatorType), duration: duration)
        )
    }

    /// Matches workouts by the energy they burned; one that does not say does not match.
    public class func predicateForWorkouts(
        with operatorType: PredicateOperator,
        totalEnergyBurned: HKQuantity
    ) -> NSPredicate {
        total(.totalEnergyBurned, Comparison(operatorType), totalEnergyBurned)
    }

    /// Matches workouts by their distance; one that does not say does not match.
    public class func predicateForWorkouts(
        with operatorType: PredicateOperator,
        totalDistance: HKQuantity
    ) -> NSPredicate {
        total(.totalDistance, Comparison(operatorType), totalDistance)
    }

    /// Matches swims by their strokes; one that does not say does not match.
    public class func predicateForWorkouts(
        with operatorType: PredicateOperator,
        totalSwimmingStrokeCount: HKQuantity
    ) -> NSPredicate {
        total(.totalSwimmingStrokeCount, Comparison(operatorType), totalSwimmingStrokeCount)
    }

    /// Matches workouts by the flights climbed; one that does not say does not match.
    public class func predicateForWorkouts(
        with operatorType: PredicateOperator,
        totalFlightsClimbed: HKQuantity
    ) -> NSPredicate {
        total(.totalFlightsClimbed, Comparison(operatorType), totalFlightsClimbed)
    }

    private class func total(
        _ total: WorkoutTotalCondition.Total,
        _ comparison: Comparison,
        _ quantity: HKQuantity
    ) -> NSPredicate {
        HealthPredicate(
            WorkoutTotalCondition(total: total, comparison: comparison, quantity: quantity)
        )
    }
}
#endif
