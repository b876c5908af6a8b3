#if !canImport(HealthKit)
// Differs from HealthKit: Foundation on Linux has no predicates made of format strings, so these
// names serve as keys of sort descriptors only. Predicates come from the factories of `HKQuery` or,
// for queries that give samples, from a closure (`NSPredicate(block:)`).

/// The key path of a sample's start.
public let HKPredicateKeyPathStartDate: String = "startDate"
/// The key path of a sample's end.
public let HKPredicateKeyPathEndDate: String = "endDate"
/// The key path of an object's identifier.
public let HKPredicateKeyPathUUID: String = "UUID"
/// The key path of an object's source.
public let HKPredicateKeyPathSource: String = "source"
/// The key path of an object's source revision.
public let HKPredicateKeyPathSourceRevision: String = "sourceRevision"
/// The key path of an object's device.
public let HKPredicateKeyPathDevice: String = "device"
/// The key path of an object's metadata.
public let HKPredicateKeyPathMetadata: String = "metadata"
/// The key path of the correlation that an object is in.
public let HKPredicateKeyPathCorrelation: String = "correlation"
/// The key path of the workout that an object belongs to.
public let HKPredicateKeyPathWorkout: String = "workout"
/// The key path of a quantity sample's quantity.
public let HKPredicateKeyPathQuantity: String = "quantity"
/// The key path of a category sample's value.
public let HKPredicateKeyPathCategoryValue: String = "value"
/// The key path of a workout's activity.
public let HKPredicateKeyPathWorkoutType: String = "workoutActivityType"
/// The key path of a workout's duration.
public let HKPredicateKeyPathWorkoutDuration: String = "duration"
/// The key path of the energy that a workout burned.
public let HKPredicateKeyPathWorkoutTotalEnergyBurned: String = "totalEnergyBurned"
/// The key path of the distance of a workout.
public let HKPredicateKeyPathWorkoutTotalDistance: String = "totalDistance"
/// The key path of the strokes of a swim.
public let HKPredicateKeyPathWorkoutTotalSwimmingStrokeCount: String = "totalSwimmingStrokeCount"
/// The key path of the flights climbed in a workout.
public let HKPredicateKeyPathWorkoutTotalFlightsClimbed: String = "totalFlightsClimbed"
#endif
