#if !canImport(HealthKit)
/// What a workout came to; what is nil is not known.
struct WorkoutTotals: Hashable, Sendable {
    /// The active energy burned.
    var energy: HKQuantity?
    /// The distance covered.
    var distance: HKQuantity?
    /// The strokes of a swim.
    var strokes: HKQuantity?
    /// The flights climbed.
    var flights: HKQuantity?
}

extension WorkoutTotals {
    /// Traps on a total in a unit that measures something else, as HealthKit raises an exception.
    func check() {
        Self.check(energy, .joule(), "totalEnergyBurned")
        Self.check(distance, .meter(), "totalDistance")
        Self.check(strokes, .count(), "totalSwimmingStrokeCount")
        Self.check(flights, .count(), "totalFlightsClimbed")
    }

    private static func check(_ quantity: HKQuantity?, _ unit: HKUnit, _ name: String) {
        precondition(
            quantity?.is(compatibleWith: unit) ?? true,
            "The \(name) of a workout must be in a unit compatible with \(unit)."
        )
    }

    /// The totals by the type that each adds up.
    func byType(of activity: HKWorkoutActivityType) -> [(HKQuantityType, HKQuantity)] {
        let totals: [(HKQuantityTypeIdentifier, HKQuantity?)] = [
            (.activeEnergyBurned, energy), (activity.distance, distance),
            (.swimmingStrokeCount, strokes), (.flightsClimbed, flights),
        ]
        return totals.compactMap { identifier, quantity in
            quantity.map { (HKQuantityType(identifier), $0) }
        }
    }
}

extension HKWorkoutActivityType {
    /// The type of the distance that one covers in the activity.
    fileprivate var distance: HKQuantityTypeIdentifier {
        switch self {
        case .cycling, .handCycling: .distanceCycling
        case .swimming: .distanceSwimming
        case .wheelchairWalkPace, .wheelchairRunPace: .distanceWheelchair
        case .downhillSkiing, .snowboarding, .snowSports: .distanceDownhillSnowSports
        case .crossCountrySkiing: .distanceCrossCountrySkiing
        case .paddleSports: .distancePaddleSports
        case .rowing: .distanceRowing
        case .skatingSports: .distanceSkatingSports
        default: .distanceWalkingRunning
        }
    }
}
#endif
