#if !canImport(HealthKit)
public import Foundation

/// One of several activities of a workout, such as the swim of a triathlon.
///
/// Unchecked: nothing changes after `init`.
open class HKWorkoutActivity: NSObject, @unchecked Sendable {
    /// The activity's identifier.
    public let uuid: UUID
    /// When it began.
    public let startDate: Date
    /// When it ended; nil of one that goes on.
    public let endDate: Date?
    /// Seconds of activity.
    public let duration: TimeInterval
    /// What was done.
    let activityType: HKWorkoutActivityType
    /// What else is known of it, the configuration included.
    let content: SampleMetadata

    /// Makes an activity; traps when it ends before it starts.
    ///
    /// Differs from HealthKit: the server keeps of the configuration what metadata can say, so place,
    /// kind of water and length of a lap become metadata of the activity.
    public convenience init(
        workoutConfiguration: HKWorkoutConfiguration,
        start startDate: Date,
        end endDate: Date?,
        metadata: [String: Any]?
    ) {
        self.init(
            uuid: UUID(),
            activityType: workoutConfiguration.activityType,
            start: startDate,
            end: endDate,
            duration: nil,
            content: SampleMetadata(checking: metadata).adding(workoutConfiguration)
        )
    }

    init(
        uuid: UUID,
        activityType: HKWorkoutActivityType,
        start: Date,
        end: Date?,
        duration: TimeInterval?,
        content: SampleMetadata
    ) {
        precondition(
            end.map { start <= $0 } ?? true,
            "The start date must not be later than the end date of a workout activity."
        )
        self.uuid = uuid
        self.activityType = activityType
        startDate = start
        endDate = end
        self.duration = duration ?? end?.timeIntervalSince(start) ?? 0
        self.content = content
    }

    /// What was to be done, and where; a copy.
    open var workoutConfiguration: HKWorkoutConfiguration {
        content.configuration(activityType)
    }

    /// What else is known of it, by key.
    open var metadata: [String: Any]? { content.dictionary }

    /// What happened in it.
    ///
    /// Differs from HealthKit: always empty; the workout has the events.
    open var workoutEvents: [HKWorkoutEvent] { [] }

    /// What the samples of the activity came to.
    ///
    /// Differs from HealthKit: always empty; the workout has the statistics.
    open var allStatistics: [HKQuantityType: HKStatistics] { [:] }

    /// Gives what the samples of a type came to.
    ///
    /// Differs from HealthKit: always nil; the workout has the statistics.
    open func statistics(for quantityType: HKQuantityType) -> HKStatistics? { nil }

    /// Whether the other object has the same identifier.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKWorkoutActivity)?.uuid == uuid
    }

    /// A hash of the identifier.
    open override var hash: Int { uuid.hashValue }
}

extension SampleMetadata {
    /// Adds what a configuration says of the place, unless a key is there already.
    fileprivate func adding(_ configuration: HKWorkoutConfiguration) -> SampleMetadata {
        var added: [String: MetadataContent] = [:]
        if configuration.locationType != .unknown {
            added[HKMetadataKeyIndoorWorkout] = .boolean(configuration.locationType == .indoor)
        }
        if configuration.swimmingLocationType != .unknown {
            let place = configuration.swimmingLocationType.rawValue
            added[HKMetadataKeySwimmingLocationType] = .integer(place)
        }
        added[HKMetadataKeyLapLength] = configuration.lapLength.map { .quantity($0) }
        return SampleMetadata(values.merging(added) { given, _ in given })
    }

    /// The configuration that the keys say.
    fileprivate func configuration(_ activity: HKWorkoutActivityType) -> HKWorkoutConfiguration {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = activity
        if case .boolean(let isIndoor) = values[HKMetadataKeyIndoorWorkout] {
            configuration.locationType = isIndoor ? .indoor : .outdoor
        }
        if case .integer(let rawValue) = values[HKMetadataKeySwimmingLocationType],
            let place = HKWorkoutSwimmingLocationType(rawValue: rawValue)
        {
            configuration.swimmingLocationType = place
        }
        if case .quantity(let length) = values[HKMetadataKeyLapLength] {
            configuration.lapLength = length
        }
        return configuration
    }
}
#endif
