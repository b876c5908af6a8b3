/// A type that is simulated, and what is expected of its statistics.
enum Measure: Sendable, CaseIterable {
    /// What devices that are carried or worn measure at once.
    case steps, distance, energy, flights
    /// What the person types in.
    case water, bloodPressure, systolic, diastolic
    /// What else a watch knows.
    case heartRate, sleep, workout

    /// What is done with samples of several sources.
    enum Kind: Sendable {
        /// At every instant the best source counts (rules 1 to 7).
        case rate
        /// All are added up (rule 8).
        case sum
        /// Least and greatest values are asked for (rule 9).
        case extremes
        /// The time that samples cover is asked for (rule 9).
        case duration
        /// Samples are counted, and nothing else.
        case count
    }

    /// What is done with samples of several sources.
    var kind: Kind {
        switch self {
        case .steps, .distance, .energy, .flights: .rate
        case .water: .sum
        case .heartRate: .extremes
        case .sleep: .duration
        case .workout, .bloodPressure, .systolic, .diastolic: .count
        }
    }

    /// The full identifier.
    var identifier: String {
        switch self {
        case .steps: SampleType.steps
        case .distance: SampleType.distance
        case .energy: SampleType.energy
        case .flights: SampleType.flights
        case .water: SampleType.water
        case .heartRate: SampleType.heartRate
        case .sleep: SampleType.sleep
        case .workout: SampleType.workout
        case .bloodPressure: SampleType.bloodPressure
        case .systolic: SampleType.systolic
        case .diastolic: SampleType.diastolic
        }
    }

    /// The short name.
    var name: String {
        switch self {
        case .steps: "stepCount"
        case .distance: "distanceWalkingRunning"
        case .energy: "activeEnergyBurned"
        case .flights: "flightsClimbed"
        case .water: "dietaryWater"
        case .heartRate: "heartRate"
        case .sleep: "sleepAnalysis"
        case .workout: "workout"
        case .bloodPressure: "bloodPressure"
        case .systolic: "bloodPressureSystolic"
        case .diastolic: "bloodPressureDiastolic"
        }
    }

    /// The measure of a type's full identifier.
    init?(identifier: String) {
        guard let found = Self.byIdentifier[identifier] else { return nil }
        self = found
    }

    private static let byIdentifier = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.identifier, $0) }
    )

    /// How many of the unit that statistics are answered in one of a unit is.
    static func factor(of unit: String) -> Double {
        switch unit {
        case "km": 1000
        case "mi": 1609.344
        case "kJ": 1 / 4.184
        case "L": 1000
        // Rates are answered per second.
        case "count/min": 1 / 60
        default: 1
        }
    }
}
