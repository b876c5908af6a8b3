#if !canImport(HealthKit)
extension HKCategoryValueSleepAnalysis {
    /// The values of all kinds of sleep: every one but in bed and awake.
    public static var allAsleepValues: Set<HKCategoryValueSleepAnalysis> {
        [.asleepUnspecified, .asleepCore, .asleepDeep, .asleepREM]
    }
}
#endif
