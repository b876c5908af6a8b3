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
}
