#if !canImport(HealthKit)
public import Foundation

/// Where a workout takes place.
///
/// Raw values as in HealthKit's header `HKWorkoutConfiguration.h`.
public enum HKWorkoutSessionLocationType: Int, Sendable {
    /// Not known.
    case unknown = 1
    /// In a building.
    case indoor = 2
    /// Outside.
    case outdoor = 3
}

/// What is to be done in a workout, and where.
open class HKWorkoutConfiguration: NSObject, NSCopying {
    /// What is to be done.
    open var activityType: HKWorkoutActivityType = .other
    /// Where it is to be done.
    open var locationType: HKWorkoutSessionLocationType = .unknown
    /// In which kind of water one is to swim.
    open var swimmingLocationType: HKWorkoutSwimmingLocationType = .unknown
    /// How long a lap in a pool is.
    open var lapLength: HKQuantity?

    /// Makes a configuration for an activity of no known kind and place.
    public override init() {}

    /// Gives a copy that can be changed by itself.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = HKWorkoutConfiguration()
        copy.activityType = activityType
        copy.locationType = locationType
        copy.swimmingLocationType = swimmingLocationType
        copy.lapLength = lapLength
        return copy
    }

    /// Whether the other object says the same.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKWorkoutConfiguration else { return false }
        return activityType == other.activityType && locationType == other.locationType
            && swimmingLocationType == other.swimmingLocationType && lapLength == other.lapLength
    }

    /// A hash of what is to be done.
    open override var hash: Int { activityType.hashValue }
}
#endif
