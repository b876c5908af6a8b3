#if !canImport(HealthKit)
public import Foundation

extension NSSortDescriptor {
    /// Makes a descriptor that sorts samples by a key.
    ///
    /// Foundation on Linux has no key-value coding and marks its initialiser of this name as
    /// unavailable. This one knows the keys of HealthKit: `HKSampleSortIdentifierStartDate`,
    /// `HKSampleSortIdentifierEndDate`, and of `HKPredicateKeyPath…` quantity, category value,
    /// and a workout's duration and totals.
    ///
    /// Differs from HealthKit: with another key queries fail with `errorInvalidArgument`.
    public convenience init(key: String?, ascending: Bool) {
        switch key {
        case HKSampleSortIdentifierStartDate:
            self.init(keyPath: \HKSample.startDate, ascending: ascending)
        case HKSampleSortIdentifierEndDate:
            self.init(keyPath: \HKSample.endDate, ascending: ascending)
        case HKPredicateKeyPathQuantity:
            self.init(keyPath: \HKSample.sortableQuantity, ascending: ascending)
        case HKPredicateKeyPathCategoryValue:
            self.init(keyPath: \HKSample.sortableValue, ascending: ascending)
        case HKPredicateKeyPathWorkoutDuration:
            self.init(keyPath: \HKSample.sortableDuration, ascending: ascending)
        case HKPredicateKeyPathWorkoutTotalEnergyBurned:
            self.init(keyPath: \HKSample.sortableEnergy, ascending: ascending)
        case HKPredicateKeyPathWorkoutTotalDistance:
            self.init(keyPath: \HKSample.sortableDistance, ascending: ascending)
        default:
            self.init(keyPath: \HKSample.unknownSortKey, ascending: ascending)
        }
    }
}

/// What samples are sorted by, in one unit; samples that do not have it come first.
extension HKSample {
    /// The amount in the unit the type is kept in.
    var sortableQuantity: Double {
        guard let sample = self as? HKQuantitySample else { return -.infinity }
        return sample.quantity.doubleValue(for: sample.quantityType.canonicalUnit)
    }

    /// A category sample's value.
    var sortableValue: Int { (self as? HKCategorySample)?.value ?? .min }

    /// A workout's duration in seconds.
    var sortableDuration: Double { (self as? HKWorkout)?.duration ?? -.infinity }

    /// The energy that a workout burned, in joules.
    var sortableEnergy: Double {
        (self as? HKWorkout)?.totalEnergyBurned?.doubleValue(for: .joule()) ?? -.infinity
    }

    /// The distance of a workout, in metres.
    var sortableDistance: Double {
        (self as? HKWorkout)?.totalDistance?.doubleValue(for: .meter()) ?? -.infinity
    }

    /// Stands for keys that are none: it marks the descriptor, and sorts nothing.
    var unknownSortKey: Int { 0 }
}
#endif
