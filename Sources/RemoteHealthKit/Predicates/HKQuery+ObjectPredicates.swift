#if !canImport(HealthKit)
public import Foundation

/// Predicates on which object it is, where it comes from, and what is said about it.
extension HKQuery {
    /// Matches the object with an identifier.
    public class func predicateForObject(with UUID: UUID) -> NSPredicate {
        HealthPredicate(IdentifierCondition(identifiers: [UUID]))
    }

    /// Matches the objects with identifiers.
    public class func predicateForObjects(with UUIDs: Set<UUID>) -> NSPredicate {
        HealthPredicate(IdentifierCondition(identifiers: UUIDs))
    }

    /// Matches the objects of a source.
    public class func predicateForObjects(from source: HKSource) -> NSPredicate {
        predicateForObjects(from: [source])
    }

    /// Matches the objects of sources.
    public class func predicateForObjects(from sources: Set<HKSource>) -> NSPredicate {
        HealthPredicate(SourceCondition(sources: sources))
    }

    /// Matches the objects of source revisions.
    ///
    /// `HKSourceRevisionAnyVersion` and `HKSourceRevisionAnyProductType` stand for all. Differs
    /// from HealthKit: the version of the operating system is not compared.
    public class func predicateForObjects(
        from sourceRevisions: Set<HKSourceRevision>
    ) -> NSPredicate {
        HealthPredicate(SourceRevisionCondition(revisions: sourceRevisions))
    }

    /// Matches the objects that were measured with devices.
    public class func predicateForObjects(from devices: Set<HKDevice>) -> NSPredicate {
        HealthPredicate(DeviceCondition(devices: devices))
    }

    /// Matches the objects whose device has one of the texts as a property.
    ///
    /// - Parameter key: One of the keys `HKDevicePropertyKey…`. Differs from HealthKit: with
    ///   another key queries fail with `errorInvalidArgument`.
    public class func predicateForObjects(
        withDeviceProperty key: String,
        allowedValues: Set<String>
    ) -> NSPredicate {
        HealthPredicate(DevicePropertyCondition(key: key, allowedValues: allowedValues))
    }

    /// Matches the objects that have something in their metadata under a key.
    public class func predicateForObjects(withMetadataKey key: String) -> NSPredicate {
        HealthPredicate(MetadataCondition(key: key))
    }

    /// Matches the objects that have one of the values in their metadata under a key.
    public class func predicateForObjects(
        withMetadataKey key: String,
        allowedValues: [Any]
    ) -> NSPredicate {
        HealthPredicate(MetadataCondition(key: key, comparison: .in, value: allowedValues))
    }

    /// Matches the objects whose metadata compares with a value.
    ///
    /// An object without the key is different from every value, and otherwise does not match.
    /// Differs from HealthKit: a value of a kind that metadata does not hold makes queries fail
    /// with `errorInvalidArgument`.
    public class func predicateForObjects(
        withMetadataKey key: String,
        operatorType: PredicateOperator,
        value: Any
    ) -> NSPredicate {
        HealthPredicate(
            MetadataCondition(key: key, comparison: Comparison(operatorType), value: value)
        )
    }

    /// Matches the objects that belong to a workout.
    ///
    /// Differs from HealthKit: the server does not keep which samples a workout has; those belong
    /// to it that its source recorded between its start and its end.
    public class func predicateForObjects(from workout: HKWorkout) -> NSPredicate {
        HealthPredicate(WorkoutSamplesCondition(workout))
    }

    /// Matches the objects that are in no correlation.
    public class func predicateForObjectsWithNoCorrelation() -> NSPredicate {
        HealthPredicate(NoCorrelationCondition())
    }
}
#endif
