#if !canImport(HealthKit)
public import Foundation

/// The ways to make a workout in one call.
///
/// All of them trap on totals in wrong units and on a workout that ends before it starts.
extension HKWorkout {
    /// Makes a workout of which only the times are known.
    public convenience init(
        activityType workoutActivityType: HKWorkoutActivityType,
        start startDate: Date,
        end endDate: Date
    ) {
        self.init(
            activityType: workoutActivityType,
            start: startDate,
            end: endDate,
            duration: nil
        )
    }

    /// Makes a workout of events and totals; the duration is the span without its pauses.
    public convenience init(
        activityType workoutActivityType: HKWorkoutActivityType,
        start startDate: Date,
        end endDate: Date,
        workoutEvents: [HKWorkoutEvent]?,
        totalEnergyBurned: HKQuantity?,
        totalDistance: HKQuantity?,
        metadata: [String: Any]?
    ) {
        self.init(
            activityType: workoutActivityType,
            start: startDate,
            end: endDate,
            duration: nil,
            events: workoutEvents ?? [],
            totals: WorkoutTotals(energy: totalEnergyBurned, distance: totalDistance),
            facts: ObjectFacts(device: nil, metadata: metadata)
        )
    }

    /// Makes a workout of events and totals on a device.
    public convenience init(
        activityType workoutActivityType: HKWorkoutActivityType,
        start startDate: Date,
        end endDate: Date,
        workoutEvents: [HKWorkoutEvent]?,
        totalEnergyBurned: HKQuantity?,
        totalDistance: HKQuantity?,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        self.init(
            activityType: workoutActivityType,
            start: startDate,
            end: endDate,
            duration: nil,
            events: workoutEvents ?? [],
            totals: WorkoutTotals(energy: totalEnergyBurned, distance: totalDistance),
            facts: ObjectFacts(device: device, metadata: metadata)
        )
    }

    /// Makes a swim of events and totals on a device.
    public convenience init(
        activityType workoutActivityType: HKWorkoutActivityType,
        start startDate: Date,
        end endDate: Date,
        workoutEvents: [HKWorkoutEvent]?,
        totalEnergyBurned: HKQuantity?,
        totalDistance: HKQuantity?,
        totalSwimmingStrokeCount: HKQuantity?,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        self.init(
            activityType: workoutActivityType,
            start: startDate,
            end: endDate,
            duration: nil,
            events: workoutEvents ?? [],
            totals: WorkoutTotals(
                energy: totalEnergyBurned,
                distance: totalDistance,
                strokes: totalSwimmingStrokeCount
            ),
            facts: ObjectFacts(device: device, metadata: metadata)
        )
    }

    /// Makes a workout of events, totals and flights climbed on a device.
    public convenience init(
        activityType workoutActivityType: HKWorkoutActivityType,
        start startDate: Date,
        end endDate: Date,
        workoutEvents: [HKWorkoutEvent]?,
        totalEnergyBurned: HKQuantity?,
        totalDistance: HKQuantity?,
        totalFlightsClimbed: HKQuantity?,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        self.init(
            activityType: workoutActivityType,
            start: startDate,
            end: endDate,
            duration: nil,
            events: workoutEvents ?? [],
            totals: WorkoutTotals(
                energy: totalEnergyBurned,
                distance: totalDistance,
                flights: totalFlightsClimbed
            ),
            facts: ObjectFacts(device: device, metadata: metadata)
        )
    }

    /// Makes a workout of a duration and totals; a duration of 0 stands for the whole span.
    public convenience init(
        activityType workoutActivityType: HKWorkoutActivityType,
        start startDate: Date,
        end endDate: Date,
        duration: TimeInterval,
        totalEnergyBurned: HKQuantity?,
        totalDistance: HKQuantity?,
        metadata: [String: Any]?
    ) {
        self.init(
            activityType: workoutActivityType,
            start: startDate,
            end: endDate,
            duration: duration == 0 ? endDate.timeIntervalSince(startDate) : duration,
            totals: WorkoutTotals(energy: totalEnergyBurned, distance: totalDistance),
            facts: ObjectFacts(device: nil, metadata: metadata)
        )
    }

    /// Makes a workout of a duration and totals on a device; a duration of 0 stands for the whole span.
    public convenience init(
        activityType workoutActivityType: HKWorkoutActivityType,
        start startDate: Date,
        end endDate: Date,
        duration: TimeInterval,
        totalEnergyBurned: HKQuantity?,
        totalDistance: HKQuantity?,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        self.init(
            activityType: workoutActivityType,
            start: startDate,
            end: endDate,
            duration: duration == 0 ? endDate.timeIntervalSince(startDate) : duration,
            totals: WorkoutTotals(energy: totalEnergyBurned, distance: totalDistance),
            facts: ObjectFacts(device: device, metadata: metadata)
        )
    }
}
#endif
