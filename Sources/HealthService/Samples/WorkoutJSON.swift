import HealthAPI
import HealthModel
import HealthStore
import JSON

/// Workouts as the wire has them: names for numbers, times at the offset of the workout's start.
extension JSONWriter {
    /// Writes the members that only workouts have into the object that is open.
    ///
    /// - Throws: `JSONError` when the stored details are no JSON.
    mutating func members(ofWorkout sample: StoredSample, _ parser: JSONParser) throws {
        let offset = sample.start.offsetInMinutes
        try parser.parse((sample.details ?? "{}").utf8) { details in
            activity(details)
            member("duration", orNull: sample.value)
            for total in WorkoutTotal.allCases {
                guard let value = details[total.member]?.double else { continue }
                key(total.rawValue)
                beginObject()
                member("value", orNull: value)
                member("unit", total.type.canonicalUnit.description)
                endObject()
            }
            parts("events", of: details) { writer, event in
                writer.member("type", event["type"]?.name(in: WorkoutEventType.enumeration))
                writer.span(of: event, offset)
            }
            parts("activities", of: details) { writer, activity in
                writer.member("uuid", activity["uuid"]?.string)
                writer.activity(activity)
                writer.span(of: activity, offset)
                if let duration = activity["duration"]?.double {
                    writer.member("duration", orNull: duration)
                }
            }
        }
    }

    /// Writes a list of parts, each with its metadata; nothing where there is none.
    private mutating func parts(
        _ name: StaticString,
        of details: JSONValue,
        _ write: (inout JSONWriter, JSONValue) -> Void
    ) {
        guard let parts = details[name] else { return }
        key(name)
        beginArray()
        for part in parts.elements {
            beginObject()
            write(&self, part)
            if let metadata = part["metadata"] {
                key("metadata")
                raw(metadata.rawBytes)
            }
            endObject()
        }
        endArray()
    }

    private mutating func activity(_ part: JSONValue) {
        member("activityType", part["activityType"]?.name(in: WorkoutActivityType.enumeration))
    }

    private mutating func span(of part: JSONValue, _ offset: Int16?) {
        time("start", part["start"], offset)
        time("end", part["end"], offset)
    }

    private mutating func time(_ name: StaticString, _ microseconds: JSONValue?, _ offset: Int16?) {
        guard let microseconds = microseconds?.int else { return }
        let instant = Instant(microseconds: microseconds)
        member(name, ZonedInstant(instant, offsetInMinutes: offset))
    }
}

extension JSONValue {
    /// The current name of a raw value.
    fileprivate func name(in enumeration: Enumeration) -> String? {
        int.flatMap { enumeration.values[Int($0)] }
    }
}
