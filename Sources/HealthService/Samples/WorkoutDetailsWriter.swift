import HealthAPI
import HealthModel
import JSON

/// Writes the details of a workout as they are stored, checking as it goes.
///
/// Times are microseconds since 1970 UTC, enumerations are raw values, sums are in canonical units:
/// whatever the spelling that came in, equal workouts have equal bytes.
struct WorkoutDetailsWriter {
    private var writer = JSONWriter(capacity: 512)
    private var pauses: [(time: Int64, isPause: Bool)] = []
    private let start: Int64
    private let end: Int64
    private let limits: ServiceLimits

    /// Starts the details of a workout with a span.
    init(frame: SampleFrame, limits: ServiceLimits) {
        start = frame.start.instant.microseconds
        end = frame.end.instant.microseconds
        self.limits = limits
        writer.beginObject()
    }

    /// Writes what was done.
    mutating func write(activityType: Int) {
        writer.member("activityType", activityType)
    }

    /// Writes a sum.
    mutating func write(_ value: Double, of total: WorkoutTotal) {
        writer.member(total.rawValue, orNull: value)
    }

    /// Writes what happened, in the order given.
    mutating func write(events: JSONValue?) throws(SampleRejection) {
        guard let events, try events.isFilled("events", limit: limits.eventsPerWorkout) else {
            return
        }
        writer.key("events")
        writer.beginArray()
        for (place, event) in events.elements.enumerated() {
            do throws(SampleRejection) {
                try write(event: event)
            } catch {
                throw error.inside("events[\(place)]")
            }
        }
        writer.endArray()
    }

    /// Writes the parts of the workout, in the order given.
    mutating func write(activities: JSONValue?) throws(SampleRejection) {
        guard let activities,
            try activities.isFilled("activities", limit: limits.activitiesPerWorkout)
        else { return }
        writer.key("activities")
        writer.beginArray()
        for (place, activity) in activities.elements.enumerated() {
            do throws(SampleRejection) {
                try write(activity: activity)
            } catch {
                throw error.inside("activities[\(place)]")
            }
        }
        writer.endArray()
    }

    /// The bytes, once everything is written.
    mutating func finished() throws(SampleRejection) -> [UInt8] {
        writer.endObject()
        guard writer.bytes.count <= limits.detailsInBytes else {
            throw SampleRejection(
                .detailsTooLarge,
                "events",
                "Events and activities take more than \(limits.detailsInBytes) bytes together."
            )
        }
        return writer.bytes
    }

    /// Seconds of the span that no pause covers, after HealthKit's rule for workouts that are made
    /// from their events: from each pause to the next resumption, or to the end.
    var activeDuration: Double {
        var paused: Int64 = 0
        var since: Int64?
        // Of events at one instant the order given decides.
        let order = pauses.indices.sorted { (pauses[$0].time, $0) < (pauses[$1].time, $1) }
        for event in order.map({ pauses[$0] }) {
            if event.isPause {
                since = since ?? event.time
            } else if let begin = since {
                paused += event.time - begin
                since = nil
            }
        }
        if let since { paused += end - since }
        return Double(end - start - paused) / 1e6
    }

    private mutating func write(event: JSONValue) throws(SampleRejection) {
        try event.requireObject(nil)
        guard let kind = event.present("type") else { throw .missing("type") }
        let type = try kind.rawValue(in: WorkoutEventType.enumeration, "type")
        writer.beginObject()
        writer.member("type", type)
        let time = try writeSpan(of: event)
        switch WorkoutEventType(rawValue: type)?.name {
        case "pause": pauses.append((time, true))
        case "resume": pauses.append((time, false))
        default: break
        }
        try writeMetadata(of: event)
        writer.endObject()
    }

    private mutating func write(activity: JSONValue) throws(SampleRejection) {
        try activity.requireObject(nil)
        writer.beginObject()
        if let uuid = activity.present("uuid") {
            writer.member("uuid", try uuid.identifier("uuid").description)
        }
        let type = try SampleDecoder.activityType(activity.present("activityType"))
        writer.member("activityType", type)
        _ = try writeSpan(of: activity)
        if let duration = activity.present("duration") {
            writer.member("duration", orNull: try duration.duration(limits: limits))
        }
        try writeMetadata(of: activity)
        writer.endObject()
    }

    /// Writes start and end, which lie in the workout; answers the start.
    private mutating func writeSpan(of part: JSONValue) throws(SampleRejection) -> Int64 {
        guard let value = part.present("start") else { throw .missing("start") }
        let begin = try value.time("start").instant.microseconds
        guard (start...end).contains(begin) else {
            throw .invalid("start", "Must lie within the workout.")
        }
        writer.key("start")
        writer.integer(begin)
        guard let value = part.present("end") else { return begin }
        let finish = try value.time("end").instant.microseconds
        guard finish >= begin else {
            throw SampleRejection(.endBeforeStart, "end", "Ends before it starts.")
        }
        guard finish <= end else { throw .invalid("end", "Must lie within the workout.") }
        writer.key("end")
        writer.integer(finish)
        return begin
    }

    private mutating func writeMetadata(of part: JSONValue) throws(SampleRejection) {
        guard let value = part.present("metadata") else { return }
        guard try SampleMetadata(value, limit: limits.metadataInBytes) != nil else { return }
        writer.key("metadata")
        try SampleMetadata.writeCanonical(value, to: &writer)
    }
}

extension JSONValue {
    /// Whether an array holds anything; it may hold `limit` objects.
    fileprivate func isFilled(_ field: String, limit: Int) throws(SampleRejection) -> Bool {
        guard kind == .array else { throw .invalid(field, "Must be an array.") }
        guard count <= limit else { throw .invalid(field, "Holds more than \(limit) entries.") }
        return count > 0
    }
}
