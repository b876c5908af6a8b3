/// A type of any kind that the catalogue knows.
package enum SampleType: Hashable, Sendable {
    /// A type whose samples carry a value in a unit.
    case quantity(QuantityType)
    /// A type whose samples carry a case of an enumeration.
    case category(CategoryType)
    /// The one type of workouts.
    case workout
    /// A type whose samples hold other samples.
    case correlation(CorrelationType)

    /// The number stored with every sample; unique over all kinds.
    package var id: Int16 {
        switch self {
        case .quantity(let type): type.id
        case .category(let type): type.id
        case .workout: WorkoutType.id
        case .correlation(let type): type.rawValue
        }
    }

    /// HealthKit's full identifier.
    package var identifier: String {
        switch self {
        case .quantity(let type): type.identifier
        case .category(let type): type.identifier
        case .workout: WorkoutType.identifier
        case .correlation(let type): type.identifier
        }
    }

    /// The name HealthKit's Swift interface has for it; unique over all kinds.
    package var shortName: String {
        switch self {
        case .quantity(let type): type.shortName
        case .category(let type): type.shortName
        case .workout: WorkoutType.shortName
        case .correlation(let type): type.shortName
        }
    }

    /// Whether a client can be granted the type: a correlation goes by the types it holds, as in
    /// HealthKit.
    package var isGrantable: Bool {
        if case .correlation = self { false } else { true }
    }
}

/// The type of workouts; there is only one.
package enum WorkoutType {
    /// The number stored with every workout.
    package static let id: Int16 = 2001
    /// HealthKit's identifier.
    package static let identifier = "HKWorkoutTypeIdentifier"
    /// The short name.
    package static let shortName = "workout"
}

/// A kind of sample that holds other samples; the raw value is the number stored with it.
package enum CorrelationType: Int16, Hashable, Sendable, CaseIterable {
    /// A systolic and a diastolic pressure of one measurement.
    case bloodPressure = 3001
    /// What one food or meal contains.
    case food = 3002

    /// HealthKit's full identifier.
    package var identifier: String {
        switch self {
        case .bloodPressure: "HKCorrelationTypeIdentifierBloodPressure"
        case .food: "HKCorrelationTypeIdentifierFood"
        }
    }

    /// The name HealthKit's Swift interface has for it.
    package var shortName: String {
        switch self {
        case .bloodPressure: "bloodPressure"
        case .food: "food"
        }
    }
}
