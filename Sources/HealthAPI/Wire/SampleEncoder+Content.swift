import HealthModel
import JSON

/// What depends on the kind of a sample.
extension SampleEncoder {
    /// Writes the members that say what was measured into the object that is open.
    mutating func write(_ content: DraftContent, to writer: inout JSONWriter) {
        switch content {
        case .quantity(let value, let unit):
            writer.key("value")
            writer.numberOrOverflow(value)
            writer.member("unit", unit)
        case .category(let value):
            writer.key("value")
            writer.value(value)
        case .workout(let workout): Self.write(workout, to: &writer)
        case .correlation(let objects):
            writer.key("objects")
            writer.beginArray()
            for object in objects { write(object, to: &writer) }
            writer.endArray()
        }
    }

    private static func write(_ workout: WorkoutDraft, to writer: inout JSONWriter) {
        writer.key("activityType")
        writer.value(workout.activityType)
        writer.duration(workout.duration)
        writer.member("totalEnergyBurned", workout.totalEnergyBurned)
        writer.member("totalDistance", workout.totalDistance)
        writer.member("totalSwimmingStrokeCount", workout.totalSwimmingStrokeCount)
        writer.member("totalFlightsClimbed", workout.totalFlightsClimbed)
        if !workout.events.isEmpty {
            writer.key("events")
            writer.beginArray()
            for event in workout.events { write(event, to: &writer) }
            writer.endArray()
        }
        if !workout.activities.isEmpty {
            writer.key("activities")
            writer.beginArray()
            for activity in workout.activities { write(activity, to: &writer) }
            writer.endArray()
        }
    }

    private static func write(_ event: WorkoutEventDraft, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("type")
        writer.value(event.type)
        writer.member("start", event.start)
        writer.member("end", event.end)
        write(event.metadata, to: &writer)
        writer.endObject()
    }

    private static func write(_ activity: WorkoutActivityDraft, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("uuid", activity.uuid?.description)
        writer.key("activityType")
        writer.value(activity.activityType)
        writer.member("start", activity.start)
        writer.member("end", activity.end)
        writer.duration(activity.duration)
        write(activity.metadata, to: &writer)
        writer.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func value(_ value: CategoryDraft) {
        switch value {
        case .raw(let number): integer(Int64(number))
        case .named(let name): string(name)
        }
    }

    fileprivate mutating func duration(_ seconds: Double?) {
        guard let seconds else { return }
        key("duration")
        numberOrOverflow(seconds)
    }

    fileprivate mutating func member(_ name: StaticString, _ quantity: QuantityDraft?) {
        guard let quantity else { return }
        key(name)
        beginObject()
        key("value")
        numberOrOverflow(quantity.value)
        member("unit", quantity.unit)
        endObject()
    }
}
