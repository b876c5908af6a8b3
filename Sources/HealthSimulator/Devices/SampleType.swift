/// The identifiers of the types that are simulated.
enum SampleType {
    /// Steps.
    static let steps = "HKQuantityTypeIdentifierStepCount"
    /// Distance on foot.
    static let distance = "HKQuantityTypeIdentifierDistanceWalkingRunning"
    /// Energy burned in activity.
    static let energy = "HKQuantityTypeIdentifierActiveEnergyBurned"
    /// Heart rate.
    static let heartRate = "HKQuantityTypeIdentifierHeartRate"
    /// Sleep: in bed by the phone, the stages by the watch.
    static let sleep = "HKCategoryTypeIdentifierSleepAnalysis"
    /// Workouts.
    static let workout = "HKWorkoutTypeIdentifier"
    /// A systolic and a diastolic pressure together.
    static let bloodPressure = "HKCorrelationTypeIdentifierBloodPressure"
    /// The upper pressure.
    static let systolic = "HKQuantityTypeIdentifierBloodPressureSystolic"
    /// The lower pressure.
    static let diastolic = "HKQuantityTypeIdentifierBloodPressureDiastolic"
    /// Flights climbed.
    static let flights = "HKQuantityTypeIdentifierFlightsClimbed"
    /// Water drunk.
    static let water = "HKQuantityTypeIdentifierDietaryWater"
}
