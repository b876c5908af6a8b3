import RemoteHealthKit

/// How code names types of health data.
enum Types {
    /// By identifier, as it was done first: there may be no such type.
    static func oldNames() -> [String] {
        [
            HKObjectType.quantityType(forIdentifier: .stepCount),
            HKQuantityType.quantityType(forIdentifier: .heartRate),
            HKSampleType.quantityType(forIdentifier: .bodyMass),
            HKObjectType.categoryType(forIdentifier: .sleepAnalysis),
            HKObjectType.characteristicType(forIdentifier: .dateOfBirth),
            HKObjectType.correlationType(forIdentifier: .bloodPressure),
        ].compactMap { $0?.identifier }
    }

    /// By identifier, as it is done now.
    static func newNames() -> Set<HKObjectType> {
        [
            HKQuantityType(.stepCount), HKCategoryType(.sleepAnalysis),
            HKCharacteristicType(.biologicalSex), HKCorrelationType(.food),
            HKObjectType.workoutType(), HKWorkoutType.workoutType(),
        ]
    }

    /// What a type of a list can be: lists of types hold all kinds.
    static func describe(_ type: HKObjectType) -> String {
        switch type {
        case let quantity as HKQuantityType:
            quantity.aggregationStyle == .cumulative ? "adds up" : "is measured"
        case is HKCategoryType: "is one of several"
        case is HKCorrelationType: "holds others"
        case is HKWorkoutType: "is a workout"
        case is HKCharacteristicType: "hardly changes"
        default: "is new"
        }
    }

    /// Which unit a type can be shown in.
    static func canBeShown(_ identifier: HKQuantityTypeIdentifier, in unit: HKUnit) -> Bool {
        HKQuantityType(identifier).is(compatibleWith: unit)
    }

    /// A type's identifier, there and back.
    static func identifier(_ text: String) -> HKQuantityTypeIdentifier {
        HKQuantityTypeIdentifier(rawValue: text)
    }

    /// What a workout was.
    static func name(of activity: HKWorkoutActivityType) -> String {
        switch activity {
        case .running: "Running"
        case .walking, .hiking: "On foot"
        case .traditionalStrengthTraining, .functionalStrengthTraining: "Strength"
        case .highIntensityIntervalTraining: "Intervals"
        default: "Workout"
        }
    }
}
