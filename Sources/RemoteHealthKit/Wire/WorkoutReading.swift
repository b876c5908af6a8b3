#if !canImport(HealthKit)
import Foundation
import HealthModel
import JSON

/// Reads what a workout has beyond its times.
///
/// - Throws: `HKError` for what is missing or malformed.
func workout(_ frame: SampleFrame, _ json: JSONValue) throws -> HKWorkout {
    HKWorkout(
        activityType: try json.activityType(),
        start: frame.start,
        end: frame.end,
        duration: try json.number("duration"),
        events: try (json["events"]?.elements).map { try $0.map(HKWorkoutEvent.make(from:)) } ?? [],
        activities: try (json["activities"]?.elements).map { elements in
            try elements.map(HKWorkoutActivity.make(from:))
        } ?? [],
        totals: WorkoutTotals(
            energy: try json.quantityIfPresent("totalEnergyBurned", .joule()),
            distance: try json.quantityIfPresent("totalDistance", .meter()),
            strokes: try json.quantityIfPresent("totalSwimmingStrokeCount", .count()),
            flights: try json.quantityIfPresent("totalFlightsClimbed", .count())
        ),
        facts: frame.facts
    )
}

extension HKWorkoutEvent {
    fileprivate static func make(from json: JSONValue) throws -> HKWorkoutEvent {
        let rawValue = try json.rawValue("type", of: WorkoutEventType.enumeration)
        guard let type = HKWorkoutEventType(rawValue: rawValue) else {
            throw JSONValue.unreadable("type")
        }
        let start = try json.date("start")
        let end = try json.dateIfPresent("end") ?? start
        guard start <= end else { throw JSONValue.unreadable("end") }
        return HKWorkoutEvent(
            type: type,
            dateInterval: DateInterval(start: start, end: end),
            content: SampleMetadata(from: json["metadata"])
        )
    }
}

extension HKWorkoutActivity {
    fileprivate static func make(from json: JSONValue) throws -> HKWorkoutActivity {
        let start = try json.date("start")
        let end = try json.dateIfPresent("end")
        guard start <= end ?? start else { throw JSONValue.unreadable("end") }
        return HKWorkoutActivity(
            uuid: json["uuid"] == nil ? UUID() : try json.uuid("uuid"),
            activityType: try json.activityType(),
            start: start,
            end: end,
            duration: json["duration"]?.double,
            content: SampleMetadata(from: json["metadata"])
        )
    }
}

extension JSONValue {
    fileprivate func activityType() throws -> HKWorkoutActivityType {
        let rawValue = try rawValue("activityType", of: WorkoutActivityType.enumeration)
        guard let type = HKWorkoutActivityType(rawValue: UInt(rawValue)) else {
            throw Self.unreadable("activityType")
        }
        return type
    }
}
#endif
