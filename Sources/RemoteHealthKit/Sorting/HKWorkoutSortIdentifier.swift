#if !canImport(HealthKit)
/// The key by which workouts are sorted by their duration.
public let HKWorkoutSortIdentifierDuration: String = HKPredicateKeyPathWorkoutDuration
/// The key by which workouts are sorted by their distance.
public let HKWorkoutSortIdentifierTotalDistance: String = HKPredicateKeyPathWorkoutTotalDistance
/// The key by which workouts are sorted by the energy that they burned.
public let HKWorkoutSortIdentifierTotalEnergyBurned: String =
    HKPredicateKeyPathWorkoutTotalEnergyBurned
#endif
