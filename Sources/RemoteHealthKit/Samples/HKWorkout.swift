#if !canImport(HealthKit)
public import Foundation

/// A workout: what was done, from when to when, and what it came to.
open class HKWorkout: HKSample, @unchecked Sendable {
    /// What was done most of the time.
    public let workoutActivityType: HKWorkoutActivityType
    /// Seconds of activity.
    public let duration: TimeInterval
    /// What happened; nil if nothing did.
    public let workoutEvents: [HKWorkoutEvent]?
    /// The parts of a workout of several activities.
    public let workoutActivities: [HKWorkoutActivity]
    /// Energy, distance and counts over the whole workout.
    let totals: WorkoutTotals

    /// Makes a workout out of known facts.
    ///
    /// Traps when a total is in a wrong unit, and when `end` is before `start`. Without a duration it
    /// is the span without its pauses.
    init(
        activityType: HKWorkoutActivityType,
        start: Date,
        end: Date,
        duration: TimeInterval?,
        events: [HKWorkoutEvent] = [],
        activities: [HKWorkoutActivity] = [],
        totals: WorkoutTotals = WorkoutTotals(),
        facts: ObjectFacts = ObjectFacts()
    ) {
        totals.check()
        workoutActivityType = activityType
        workoutEvents = events.isEmpty ? nil : events
        workoutActivities = activities
        self.totals = totals
        self.duration = duration ?? events.activeTime(from: start, to: end)
        super.init(sampleType: HKWorkoutType(), start: start, end: end, facts: facts)
    }

    /// The active energy burned, if known.
    open var totalEnergyBurned: HKQuantity? { totals.energy }
    /// The distance covered, if known.
    open var totalDistance: HKQuantity? { totals.distance }
    /// The strokes of a swim, if known.
    open var totalSwimmingStrokeCount: HKQuantity? { totals.strokes }
    /// The flights climbed, if known.
    open var totalFlightsClimbed: HKQuantity? { totals.flights }

    /// The sums of the workout by type.
    ///
    /// Differs from HealthKit: they come from the workout's totals, not from samples, so there are at
    /// most four and each has a sum only. A distance belongs to the type that fits the activity.
    open var allStatistics: [HKQuantityType: HKStatistics] {
        let sums = totals.byType(of: workoutActivityType).map { type, sum in
            let statistics = HKStatistics(
                quantityType: type,
                startDate: startDate,
                endDate: endDate,
                sources: [sourceRevision.source],
                values: StatisticsValues(sum: sum)
            )
            return (type, statistics)
        }
        return Dictionary(sums) { first, _ in first }
    }

    /// Gives the sum of a type, if the workout has one.
    ///
    /// Differs from HealthKit: only of types of which the workout has a total; of a discrete type, such as
    /// the heart rate, ask a statistics query over the time of the workout.
    open func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
        allStatistics[quantityType]
    }
}

extension [HKWorkoutEvent] {
    /// Seconds of a span that no pause covers: from each pause to the next resumption or the end.
    ///
    /// HealthKit's rule for workouts that are made from their events.
    fileprivate func activeTime(from start: Date, to end: Date) -> TimeInterval {
        var active = end.timeIntervalSince(start)
        var pause: Date?
        let order = indices.sorted { (self[$0].date, $0) < (self[$1].date, $1) }
        for event in order.map({ self[$0] }) {
            switch event.type {
            case .pause: pause = pause ?? event.date
            case .resume:
                active -= pause.map(event.date.timeIntervalSince) ?? 0
                pause = nil
            default: break
            }
        }
        return Swift.max(0, active - (pause.map(end.timeIntervalSince) ?? 0))
    }
}
#endif
