#if !canImport(HealthKit)
/// Samples that are in no correlation.
struct NoCorrelationCondition: SampleCondition {
    var format: String { "correlation == nil" }

    func matches(_ sample: HKSample) -> Bool { sample.correlation == nil }
}
#endif
