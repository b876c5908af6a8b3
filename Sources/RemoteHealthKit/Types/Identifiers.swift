#if !canImport(HealthKit)
/// The identifier of a type of quantities, such as `stepCount`.
public struct HKQuantityTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// HealthKit's text, such as `HKQuantityTypeIdentifierStepCount`.
    public let rawValue: String

    /// Makes an identifier, which need not be one that HealthKit knows.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The identifier of a type of categories, such as `sleepAnalysis`.
public struct HKCategoryTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// HealthKit's text, such as `HKCategoryTypeIdentifierSleepAnalysis`.
    public let rawValue: String

    /// Makes an identifier, which need not be one that HealthKit knows.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The identifier of a type of correlations, such as `bloodPressure`.
public struct HKCorrelationTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// HealthKit's text, such as `HKCorrelationTypeIdentifierBloodPressure`.
    public let rawValue: String

    /// Makes an identifier, which need not be one that HealthKit knows.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The identifier of a characteristic, such as `bloodType`.
public struct HKCharacteristicTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// HealthKit's text, such as `HKCharacteristicTypeIdentifierBloodType`.
    public let rawValue: String

    /// Makes an identifier, which need not be one that HealthKit knows.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The identifier of the type of workouts.
public let HKWorkoutTypeIdentifier: String = "HKWorkoutTypeIdentifier"
#endif
