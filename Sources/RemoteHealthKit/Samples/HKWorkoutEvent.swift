#if !canImport(HealthKit)
public import Foundation

/// Something that happened in a workout, such as a pause or a lap.
///
/// Unchecked: nothing changes after `init`.
open class HKWorkoutEvent: NSObject, @unchecked Sendable {
    /// What happened.
    public let type: HKWorkoutEventType
    /// When it happened, and until when.
    public let dateInterval: DateInterval
    /// What else is known of it.
    let content: SampleMetadata

    /// Makes an event.
    public convenience init(
        type: HKWorkoutEventType,
        dateInterval: DateInterval,
        metadata: [String: Any]?
    ) {
        let content = SampleMetadata(checking: metadata)
        self.init(type: type, dateInterval: dateInterval, content: content)
    }

    /// Makes an event of one instant; an older form.
    public convenience init(type: HKWorkoutEventType, date: Date) {
        self.init(type: type, dateInterval: DateInterval(start: date, end: date), metadata: nil)
    }

    /// Makes an event of one instant with metadata; an older form.
    public convenience init(type: HKWorkoutEventType, date: Date, metadata: [String: Any]) {
        self.init(
            type: type,
            dateInterval: DateInterval(start: date, end: date),
            metadata: metadata
        )
    }

    init(type: HKWorkoutEventType, dateInterval: DateInterval, content: SampleMetadata) {
        self.type = type
        self.dateInterval = dateInterval
        self.content = content
    }

    /// When it happened; an older form of `dateInterval.start`.
    open var date: Date { dateInterval.start }

    /// What else is known of it, by key.
    open var metadata: [String: Any]? { content.dictionary }

    /// Whether the other object says the same.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKWorkoutEvent else { return false }
        return type == other.type && dateInterval == other.dateInterval && content == other.content
    }

    /// A hash of kind and time.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(type)
        hasher.combine(dateInterval)
        return hasher.finalize()
    }
}
#endif
