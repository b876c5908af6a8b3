import HealthAPI
import HealthModel
import HealthStore
import JSON

/// Workouts: what is stored of one beyond the rest is written while it is read.
extension SampleDecoder {
    /// A workout; its value is its duration in seconds.
    mutating func workout(
        _ fields: SampleFields,
        _ frame: SampleFrame,
        index: Int
    ) throws(SampleRejection) -> NewSample {
        var details = WorkoutDetailsWriter(frame: frame, limits: limits)
        let activity = try Self.activityType(fields.member("activityType"))
        details.write(activityType: activity)
        for total in WorkoutTotal.allCases {
            guard let value = fields.member(total.member) else { continue }
            details.write(try self.value(of: total, value), of: total)
        }
        try details.write(events: fields.member("events"))
        try details.write(activities: fields.member("activities"))
        let given = try fields.member("duration").map { value throws(SampleRejection) in
            try value.duration(limits: limits)
        }
        let json = try details.finished()
        return try newSample(
            fields,
            frame,
            index: index,
            typeID: WorkoutType.id,
            value: given ?? details.activeDuration,
            details: json,
            beyond: json
        )
    }

    /// What was done in a workout or in a part of one.
    static func activityType(_ value: JSONValue?) throws(SampleRejection) -> Int {
        guard let value else { throw .missing("activityType") }
        return try value.rawValue(in: WorkoutActivityType.enumeration, "activityType")
    }

    private mutating func value(
        of total: WorkoutTotal,
        _ quantity: JSONValue
    ) throws(SampleRejection) -> Double {
        let name = total.rawValue
        try quantity.requireObject(name)
        guard let number = quantity.present("value") else { throw .missing("\(name).value") }
        guard let unit = quantity.present("unit") else { throw .missing("\(name).unit") }
        do throws(SampleRejection) {
            return try converters.value(number, in: unit, of: total.type)
        } catch {
            throw error.inside(name)
        }
    }
}

/// Sums that a workout carries itself, in the canonical unit of a type that is measured likewise.
enum WorkoutTotal: String, CaseIterable {
    case totalEnergyBurned
    case totalDistance
    case totalSwimmingStrokeCount
    case totalFlightsClimbed

    /// The quantity type whose unit it has.
    var type: QuantityType {
        switch self {
        case .totalEnergyBurned: Self.energy
        case .totalDistance: Self.distance
        case .totalSwimmingStrokeCount: Self.strokes
        case .totalFlightsClimbed: Self.flights
        }
    }

    /// The member on the wire and in the database.
    var member: StaticString {
        switch self {
        case .totalEnergyBurned: "totalEnergyBurned"
        case .totalDistance: "totalDistance"
        case .totalSwimmingStrokeCount: "totalSwimmingStrokeCount"
        case .totalFlightsClimbed: "totalFlightsClimbed"
        }
    }

    private static let energy = Catalogue.knownQuantityType("activeEnergyBurned")
    private static let distance = Catalogue.knownQuantityType("distanceWalkingRunning")
    private static let strokes = Catalogue.knownQuantityType("swimmingStrokeCount")
    private static let flights = Catalogue.knownQuantityType("flightsClimbed")
}

extension Catalogue {
    /// A quantity type that the code itself names; traps when the tables lack it.
    fileprivate static func knownQuantityType(_ name: String) -> QuantityType {
        guard let type = quantityType(name) else {
            preconditionFailure("the catalogue lacks a type that is referred to")
        }
        return type
    }
}
